/** The signature of a webhook, step by step. */
import type { JSX } from 'preact';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { keepSecret, secrets } from '../state/secrets.ts';
import { browserNow } from '../state/time.ts';
import { Field } from './form.tsx';
import { Badge, ClauseRef } from './text.tsx';

/** SIG-3 */
const TOLERANCE_SECONDS = 300;
const BASE_SHOWN = 400;

interface SignatureProps {
  header: string;
  body: string;
  /** The subscription whose secret verifies the signature. If the page does not know the secret, the user can enter it. */
  subscription_id: string;
}

async function hmac(secret: string, text: string): Promise<string> {
  const encoder = new TextEncoder();
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(text)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The HMAC in hex. Undefined without a secret, until it is computed, or if the browser does not support it. */
function useHmac(secret: string, text: string): string | undefined {
  const computed = useSignal<string | undefined>(undefined);
  useEffect(() => {
    computed.value = undefined;
    if (secret === '' || !isSecureContext) return;
    const compute = async (): Promise<void> => {
      computed.value = await hmac(secret, text);
    };
    void compute();
  }, [secret, text]);
  return computed.value;
}

function readSegments(header: string): readonly (readonly [name: string, value: string])[] {
  return header.split(',').map((segment) => [segment.slice(0, segment.indexOf('=')), segment.slice(segment.indexOf('=') + 1)]);
}

export function Signature({ header, body, subscription_id }: SignatureProps): JSX.Element {
  const secret = secrets.value[subscription_id] ?? '';
  const segments = readSegments(header);
  const t = segments.find(([name]) => name === 't')?.[1] ?? '';
  const v1 = segments.find(([name]) => name === 'v1')?.[1] ?? '';
  const base = `${t}.${body}`;
  const computed = useHmac(secret, base);
  const age = Math.round(browserNow() / 1000 - Number(t));
  return (
    <ol class="steps" aria-label="Signature, step by step">
      <li>
        <h4>Read the header</h4>
        <code class="wrap">SVC-Signature: {header}</code>
        <p>
          <code>t</code> is the time of signing in Unix seconds, <code>v1</code> the signature. <ClauseRef id="SIG-1" />
        </p>
      </li>
      <li>
        <h4>Build the base string</h4>
        <code class="wrap">
          <mark>{t}</mark>.<span>{body.slice(0, BASE_SHOWN)}</span>
          {body.length > BASE_SHOWN && '…'}
        </code>
        <p>
          The time, a dot, and the raw body: {new TextEncoder().encode(base).length} bytes. Use the bytes as they arrive, before
          any JSON parser. <ClauseRef id="SIG-5" />
        </p>
      </li>
      <li>
        <h4>Compute HMAC-SHA256 with the secret</h4>
        {!isSecureContext && <p>The browser computes this on https and localhost only.</p>}
        <Field
          label="Secret of the subscription"
          value={secret}
          onValue={(entered) => {
            keepSecret(subscription_id, entered);
          }}
          placeholder="whsec_…"
          hint="The response that created the subscription contains it. It stays in this tab."
        />
        {computed !== undefined && <code class="wrap">{computed}</code>}
      </li>
      <li>
        <h4>Compare with v1</h4>
        <code class="wrap">{v1}</code>
        <p data-result={computed === undefined ? 'unknown' : computed === v1 ? 'match' : 'mismatch'}>
          {computed === undefined ? (
            'Enter the secret to compare.'
          ) : computed === v1 ? (
            <Badge tone="good">The signatures match</Badge>
          ) : (
            <Badge tone="bad">The signatures differ: wrong secret, or a changed body</Badge>
          )}
        </p>
      </li>
      <li>
        <h4>Check the age</h4>
        <p>
          Signed {age} s ago by this browser's clock. A receiver rejects signatures older than {TOLERANCE_SECONDS} s when the
          delivery arrives. <ClauseRef id="SIG-3" />
        </p>
      </li>
    </ol>
  );
}
