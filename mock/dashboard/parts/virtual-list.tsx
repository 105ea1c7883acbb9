/** A list that keeps only its visible rows in the document. */
import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks';
import { Virtualizer, elementScroll, observeElementOffset, observeElementRect } from '@tanstack/virtual-core';

interface VirtualListProps<Item> {
  items: readonly Item[];
  /** Of every row, in px. */
  row_height: number;
  label: string;
  keyOf: (item: Item) => number;
  addressOf: (item: Item) => string;
  selected: number | undefined;
  draw: (item: Item) => ComponentChildren;
}

const OVERSCAN = 12;

export function VirtualList<Item>({
  items,
  row_height,
  label,
  keyOf,
  addressOf,
  selected,
  draw,
}: VirtualListProps<Item>): JSX.Element {
  const frame = useRef<HTMLDivElement>(null);
  const [, redraw] = useReducer<number, undefined>((count) => count + 1, 0);
  const options = {
    count: items.length,
    getScrollElement: () => frame.current,
    estimateSize: () => row_height,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    overscan: OVERSCAN,
    onChange: () => {
      redraw(undefined);
    },
  };
  const [virtualizer] = useState(() => new Virtualizer<HTMLDivElement, HTMLElement>(options));
  virtualizer.setOptions(options);
  // virtual-core names the hooks for frameworks with an underscore.
  // oxlint-disable-next-line eslint/no-underscore-dangle
  useLayoutEffect(() => virtualizer._didMount(), []);
  useLayoutEffect(() => {
    // oxlint-disable-next-line eslint/no-underscore-dangle
    virtualizer._willUpdate();
  });
  useStillRows(frame, items, keyOf, row_height);

  const move = (event: KeyboardEvent, by: number): void => {
    event.preventDefault();
    const at = items.findIndex((item) => keyOf(item) === selected);
    const next = items[Math.min(Math.max(at + by, 0), items.length - 1)];
    if (next === undefined) return;
    virtualizer.scrollToIndex(items.indexOf(next));
    location.hash = addressOf(next).slice(1);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown' || event.key === 'j') move(event, 1);
    if (event.key === 'ArrowUp' || event.key === 'k') move(event, -1);
  };
  const [first] = virtualizer.getVirtualItems();
  const is_selected_shown = virtualizer.getVirtualItems().some(({ index }) => isKey(items[index], selected, keyOf));
  return (
    <div class="rows" ref={frame} onKeyDown={onKeyDown}>
      <ul aria-label={label} style={{ height: `${virtualizer.getTotalSize()}px` }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const item = items[index];
          if (item === undefined) return null;
          const is_selected = keyOf(item) === selected;
          const is_stop = is_selected || (!is_selected_shown && index === first?.index);
          return (
            <li key={keyOf(item)} style={{ transform: `translateY(${start}px)`, height: `${row_height}px` }}>
              <a href={addressOf(item)} tabIndex={is_stop ? 0 : -1} aria-current={is_selected ? 'true' : undefined}>
                {draw(item)}
              </a>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function isKey<Item>(item: Item | undefined, key: number | undefined, keyOf: (item: Item) => number): boolean {
  return item !== undefined && keyOf(item) === key;
}

/** New rows come at the top. The rows that the user looks at stay where they are. */
function useStillRows<Item>(
  frame: { current: HTMLDivElement | null },
  items: readonly Item[],
  keyOf: (item: Item) => number,
  row_height: number,
): void {
  const newest = useRef<number | undefined>(undefined);
  useLayoutEffect(() => {
    const [first] = items;
    const before = newest.current;
    newest.current = first === undefined ? undefined : keyOf(first);
    if (before === undefined || frame.current === null || frame.current.scrollTop < row_height) return;
    const added = items.findIndex((item) => keyOf(item) <= before);
    if (added > 0) frame.current.scrollTop += added * row_height;
  }, [items]);
}
