/** A list that renders only its visible rows. */
import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks';
import { Virtualizer, elementScroll, observeElementOffset, observeElementRect } from '@tanstack/virtual-core';

interface VirtualListProps<Item> {
  items: readonly Item[];
  /** The height of each row, in px. */
  row_height: number;
  label: string;
  keyOf: (item: Item) => number;
  addressOf: (item: Item) => string;
  selected: number | undefined;
  renderItem: (item: Item) => ComponentChildren;
}

const OVERSCAN = 12;

export function VirtualList<Item>({
  items,
  row_height,
  label,
  keyOf,
  addressOf,
  selected,
  renderItem,
}: VirtualListProps<Item>): JSX.Element {
  const frame = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer(frame, items.length, row_height);
  useStableScroll(frame, items, keyOf, row_height);

  const selected_index = items.findIndex((item) => keyOf(item) === selected);
  const move = (event: KeyboardEvent, by: number): void => {
    event.preventDefault();
    const index = Math.min(Math.max(selected_index + by, 0), items.length - 1);
    const next = items[index];
    if (next === undefined) return;
    virtualizer.scrollToIndex(index);
    location.hash = addressOf(next).slice(1);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown' || event.key === 'j') move(event, 1);
    if (event.key === 'ArrowUp' || event.key === 'k') move(event, -1);
  };
  const rows = virtualizer.getVirtualItems();
  const is_selected_shown = rows.some(({ index }) => index === selected_index);
  return (
    <div class="rows" ref={frame} onKeyDown={onKeyDown}>
      <ul aria-label={label} style={{ height: `${virtualizer.getTotalSize()}px` }}>
        {rows.map(({ index, start }) => {
          const item = items[index];
          if (item === undefined) return null;
          const is_selected = index === selected_index;
          const is_stop = is_selected || (!is_selected_shown && index === rows[0]?.index);
          return (
            <li key={keyOf(item)} style={{ transform: `translateY(${start}px)`, height: `${row_height}px` }}>
              <a href={addressOf(item)} tabIndex={is_stop ? 0 : -1} aria-current={is_selected ? 'true' : undefined}>
                {renderItem(item)}
              </a>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

interface Frame {
  current: HTMLDivElement | null;
}

/** Redraws the component when other rows become visible. */
function useVirtualizer(frame: Frame, count: number, row_height: number): Virtualizer<HTMLDivElement, HTMLElement> {
  const [, redraw] = useReducer<number, undefined>((redraws) => redraws + 1, 0);
  const options = {
    count,
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
  return virtualizer;
}

/** Keeps the visible rows in place when new rows are added at the top. */
function useStableScroll<Item>(frame: Frame, items: readonly Item[], keyOf: (item: Item) => number, row_height: number): void {
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
