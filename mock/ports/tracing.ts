/** OpenTelemetry spans, through its API alone: the operator chooses the SDK and the exporter, with `node --import`. */
import type { Attributes, Link, SpanContext, SpanKind } from '@opentelemetry/api';

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

interface TracedSpan {
  setAttribute: (name: string, value: string | number) => unknown;
}

interface SpanOptions {
  kind?: 'server' | 'client';
  attributes: Attributes;
  /** The headers of an incoming request, whose `traceparent` the span continues. */
  parent?: Headers;
  /** Whether the span begins a new trace, and has no parent. */
  is_root?: true;
  /** The result of `current` in the span that caused this one, possibly in another process. The span links to it. */
  cause?: string | null;
}

export interface Tracing {
  /** Runs work in a span. A rejection marks the span as failed. */
  span: <Result>(name: string, options: SpanOptions, work: (span: TracedSpan) => Promise<Result>) => Promise<Result>;
  /** The current span, as a W3C traceparent. Null if there is none. */
  current: () => string | null;
  /** Adds the `traceparent` of the current span to the headers of an outgoing request. */
  inject: (headers: Readonly<Record<string, string>>) => Readonly<Record<string, string>>;
}

const NO_SPAN: TracedSpan = { setAttribute: () => undefined };

export const NO_TRACING: Tracing = {
  span: (_name, _options, work) => work(NO_SPAN),
  current: () => null,
  inject: (headers) => headers,
};

const NAME = 'gristmill';

/** https://www.w3.org/TR/trace-context-1/#traceparent-header */
const TRACEPARENT = /^00-(?<traceId>[\da-f]{32})-(?<spanId>[\da-f]{16})-(?<flags>[\da-f]{2})$/;

function formatSpan({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

function linksTo(cause: string | null | undefined): Link[] {
  const { traceId, spanId, flags } = TRACEPARENT.exec(cause ?? '')?.groups ?? {};
  if (traceId === undefined || spanId === undefined) return [];
  return [{ context: { traceId, spanId, traceFlags: Number.parseInt(flags ?? '0', 16), isRemote: true } }];
}

/** Loads the API. Without an SDK, its spans do nothing. */
export async function loadTracing(): Promise<Tracing> {
  const api = await import('@opentelemetry/api');
  const { context, propagation, trace, ROOT_CONTEXT, SpanKind: Kind, SpanStatusCode } = api;
  const kinds: Readonly<Record<'server' | 'client', SpanKind>> = { server: Kind.SERVER, client: Kind.CLIENT };
  return {
    span: async (name, { kind, attributes, parent, is_root, cause }, work) => {
      const base = is_root === true ? ROOT_CONTEXT : context.active();
      const from = parent === undefined ? base : propagation.extract(base, parent);
      const options = { attributes, kind: kind === undefined ? Kind.INTERNAL : kinds[kind], links: linksTo(cause) };
      return trace.getTracer(NAME).startActiveSpan(name, options, from, async (span) => {
        try {
          return await work(span);
        } catch (error) {
          // Records only the name, because an error message can contain a tenant's data.
          span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'error' });
          throw error;
        } finally {
          span.end();
        }
      });
    },
    current: () => {
      const span = trace.getActiveSpan()?.spanContext();
      return span !== undefined && api.isSpanContextValid(span) ? formatSpan(span) : null;
    },
    inject: (headers) => {
      const carrier = { ...headers };
      propagation.inject(context.active(), carrier);
      return carrier;
    },
  };
}
