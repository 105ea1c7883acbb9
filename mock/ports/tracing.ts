/** OpenTelemetry spans, through its API alone: the operator chooses the SDK and the exporter, with `node --import`. */
import type { Attributes, SpanKind } from '@opentelemetry/api';

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface TracedSpan {
  setAttribute: (name: string, value: string | number) => unknown;
}

export interface SpanOptions {
  kind?: 'server' | 'client';
  attributes: Attributes;
  /** The headers of an incoming request, whose `traceparent` the span continues. */
  parent?: Headers;
  /** Whether the span begins a trace of its own, whatever woke its work. */
  is_root?: true;
}

export interface Tracing {
  /** Runs work in a span. A rejection marks the span as failed. */
  span: <Result>(name: string, options: SpanOptions, work: (span: TracedSpan) => Promise<Result>) => Promise<Result>;
  /** Adds the `traceparent` of the current span to the headers of an outgoing request. */
  inject: (headers: Readonly<Record<string, string>>) => Readonly<Record<string, string>>;
}

const NO_SPAN: TracedSpan = { setAttribute: () => undefined };

export const NO_TRACING: Tracing = {
  span: (_name, _options, work) => work(NO_SPAN),
  inject: (headers) => headers,
};

const NAME = 'gristmill';

/** Loads the API. Without an SDK, its spans do nothing. */
export async function loadTracing(): Promise<Tracing> {
  const { context, propagation, trace, ROOT_CONTEXT, SpanKind: Kind, SpanStatusCode } = await import('@opentelemetry/api');
  const kinds: Readonly<Record<'server' | 'client', SpanKind>> = { server: Kind.SERVER, client: Kind.CLIENT };
  return {
    span: async (name, { kind, attributes, parent, is_root }, work) => {
      const base = is_root === true ? ROOT_CONTEXT : context.active();
      const from = parent === undefined ? base : propagation.extract(base, parent);
      const options = { attributes, kind: kind === undefined ? Kind.INTERNAL : kinds[kind] };
      return trace.getTracer(NAME).startActiveSpan(name, options, from, async (span) => {
        try {
          return await work(span);
        } catch (error) {
          // The name only: a message can have data of a tenant.
          span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'error' });
          throw error;
        } finally {
          span.end();
        }
      });
    },
    inject: (headers) => {
      const carrier = { ...headers };
      propagation.inject(context.active(), carrier);
      return carrier;
    },
  };
}
