import type { JSX } from 'preact';
import type { Options } from 'uplot';
import { useEffect, useRef } from 'preact/hooks';
import { Choice } from '../../parts/form.tsx';
import { Card, Empty } from '../../parts/text.tsx';
import { actOnApi } from '../../state/control.ts';
import { bindQuery } from '../../state/route.ts';
import { useLoaded } from '../../state/use-control.ts';
import { tokenOf, worldNow } from '../../state/world.ts';

interface Point {
  date: string;
  price: { amount: number };
}

interface Page<Item> {
  items: readonly Item[];
  total: number;
}

/** PAGE-2: the maximum page size. */
const PAGE = 50;
const YEAR_MS = 365 * 86_400_000;
const CHART_HEIGHT = 280;

/** Reads the weekly prices of a year, page by page. */
async function readPrices(commodity: string): Promise<readonly Point[]> {
  const token = await tokenOf('buyer');
  const from = new Date(worldNow() - YEAR_MS).toISOString().slice(0, 10);
  const points: Point[] = [];
  for (;;) {
    const path = `/market/prices/${commodity}/history?interval=week&from=${from}&limit=${PAGE}&offset=${points.length}`;
    const { items, total } = await actOnApi<Page<Point>>(token, 'GET', path);
    points.push(...items);
    if (items.length === 0 || points.length >= total) return points;
  }
}

async function readCommodities(): Promise<readonly (readonly [slug: string, name: string])[]> {
  const path = `/market/commodities?limit=${PAGE}`;
  const { items } = await actOnApi<Page<{ slug: string; name: string }>>(await tokenOf('buyer'), 'GET', path);
  return items.map(({ slug, name }) => [slug, name] as const);
}

export function PricePage(): JSX.Element {
  const { value: commodities = [] } = useLoaded(readCommodities, []);
  const chosen = bindQuery('commodity', 'canola');
  return (
    <Card title="Prices, weekly">
      <Choice label="Commodity" options={commodities} {...chosen} />
      <Prices key={chosen.value} commodity={chosen.value} />
    </Card>
  );
}

function Prices({ commodity }: { commodity: string }): JSX.Element {
  const { value: points, status } = useLoaded(() => readPrices(commodity), []);
  if (points === undefined) return <Empty>{status}</Empty>;
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return <Empty>No prices in the last year.</Empty>;
  return (
    <>
      <p>
        {first.price.amount} CAD per tonne on {first.date}, {last.price.amount} on {last.date}.
      </p>
      <Chart points={points} />
    </>
  );
}

/** The chart library is loaded with the first chart. */
function Chart({ points }: { points: readonly Point[] }): JSX.Element {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const at = frame.current;
    if (at === null) return undefined;
    let dispose = (): void => undefined;
    let is_gone = false;
    const draw = async (): Promise<void> => {
      const { default: UPlot } = await import('uplot');
      if (is_gone) return;
      const chart = new UPlot(
        chooseLook(at.clientWidth),
        [points.map(({ date }) => Date.parse(date) / 1000), points.map(({ price }) => price.amount)],
        at,
      );
      const resize = (): void => {
        chart.setSize({ width: at.clientWidth, height: CHART_HEIGHT });
      };
      addEventListener('resize', resize);
      dispose = () => {
        removeEventListener('resize', resize);
        chart.destroy();
      };
    };
    void draw();
    return () => {
      is_gone = true;
      dispose();
    };
  }, [points]);
  return <div class="chart" ref={frame} role="img" aria-label="Line chart of the prices" />;
}

function chooseLook(width: number): Options {
  const style = getComputedStyle(document.body);
  const [line = '', grid = '', text = ''] = ['--accent', '--line', '--muted'].map((name) =>
    resolveColor(style.getPropertyValue(name)),
  );
  const axis = { stroke: text, grid: { stroke: grid, width: 1 }, ticks: { stroke: grid, width: 1 } };
  return { width, height: CHART_HEIGHT, series: [{}, { label: 'CAD per tonne', stroke: line, width: 2 }], axes: [axis, axis] };
}

/** Resolves `light-dark()`, which a canvas does not support. */
function resolveColor(value: string): string {
  const probe = document.createElement('span');
  probe.style.color = value;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
