/** Setups with hooks that are missing, fail, hang, or do something else. */
import { wait } from '#client';
import { becomeSandbox } from './actors.ts';
import type { Deployment } from './deployment.ts';
import { setUps } from './set-up.ts';

const DAYS_15 = 15 * 86_400;

export const HOOK_SET_UPS = setUps({
  'there are no hooks': {
    causes: ['hooks.pay_invoice'],
    only: ['PRIV-4', 'TRD-6', 'BID-39', 'RTY-4'],
    change: ({ config }) => void (config.hooks = {}),
  },
  'all hooks fail': {
    causes: ['hooks.pay_invoice'],
    only: ['INV-1', 'PRIV-4', 'TRD-6', 'BID-39', 'LST-4'],
    change: (it) => void (it.onHook = () => Promise.reject(new Error('the database is locked'))),
  },
  'hooks hang': { causes: ['hooks.pay_invoice'], only: ['INV-1', 'TRD-6', 'BID-39', 'LST-4'], change: hangHooks },
  'hooks return ok but do nothing': {
    causes: ['hooks.pay_invoice', 'hooks.advance_clock'],
    only: ['PRIV-4', 'TRD-6', 'BID-39', 'WHK-9', 'EVT-10', 'LST-12'],
    change: (it) => void (it.onHook = () => Promise.resolve({})),
  },
  'pay_invoice does nothing': {
    causes: ['hooks.pay_invoice'],
    only: ['TRD-6', 'PRIV-4', 'EVT-8'],
    change: (it) => void (it.onHook = inPlaceOf('pay_invoice', () => Promise.resolve({}))),
  },
  'set_payment_method does nothing': {
    causes: ['hooks.set_payment_method'],
    only: ['ERR-2', 'LST-4'],
    change: (it) => void (it.onHook = inPlaceOf('set_payment_method', () => Promise.resolve({}))),
  },
  'set_payment_method never takes a payment method away': {
    causes: ['hooks.set_payment_method'],
    only: ['LST-4', 'LST-17'],
    change: (it) =>
      void (it.onHook = async (name, { on_file }, perform) =>
        name === 'set_payment_method' && on_file === false ? {} : perform()),
  },
  'mint_token issues tokens of another team': {
    causes: ['hooks.mint_token'],
    only: ['AUTH-2', 'AUTH-20', 'BID-2', 'WHK-1', 'CB-1'],
    change: (it) =>
      void (it.onHook = async (name, { actor, scopes }, perform) =>
        name === 'mint_token' && actor === 'buyer'
          ? { token: await it.mint({ persona: 'rival', scopes, expires_in: null }) }
          : perform()),
  },
  'all actors have sandbox tokens, and mint_token issues live ones': {
    causes: ['hooks.mint_token'],
    only: ['AUTH-2', 'INV-14', 'BID-1', 'BID-18', 'WHK-5'],
    change: mintLiveTokens,
  },
  'all actors have sandbox tokens, and mint_token issues live ones, to which sandbox lots return 401': {
    causes: ['hooks.mint_token'],
    only: ['INV-14', 'BID-1', 'WHK-7'],
    world: { variants: ['other-mode-unauthorized'] },
    change: mintLiveTokens,
  },
  'advance_clock does nothing': {
    causes: ['hooks.advance_clock'],
    only: ['RTY-4', 'BID-20', 'LST-12'],
    change: (it) => void (it.onHook = inPlaceOf('advance_clock', () => Promise.resolve({}))),
  },
  'advance_clock always moves 15 days': {
    causes: ['hooks.advance_clock'],
    only: ['RTY-4', 'BID-20'],
    change: (it) =>
      void (it.onHook = inPlaceOf('advance_clock', async () => it.control('POST', '/clock/advance', { seconds: DAYS_15 }))),
  },
  'an earlier run moved the clock by 15 days': {
    only: ['SIG-8', 'BID-11', 'RTY-4', 'EVT-6', 'LST-12'],
    verdict: 'conformant',
    change: async ({ control }) => void (await control('POST', '/clock/advance', { seconds: DAYS_15 })),
  },
  'an earlier run moved the clock by 15 days, and there is no hook for it': {
    causes: ['hooks.advance_clock'],
    only: ['SIG-8', 'BID-11', 'BID-45', 'FMT-6', 'IDEM-3', 'LST-12'],
    change: async ({ config, control }) => {
      delete config.hooks['advance_clock'];
      await control('POST', '/clock/advance', { seconds: DAYS_15 });
    },
  },
});

function hangHooks(it: Deployment): void {
  it.hook_timeout_ms = 2_000;
  it.onHook = async () => {
    await wait(60_000);
    return {};
  };
}

function inPlaceOf(hook: string, act: () => Promise<Readonly<Record<string, unknown>>>): Deployment['onHook'] {
  return async (name, _params, perform) => (name === hook ? act() : perform());
}

function mintLiveTokens(it: Deployment): void {
  becomeSandbox(it);
  // The hook claims to work, so no trial of it is made.
  it.onHook = async (name, _, perform) => ({ ...(await perform()), ...(name === 'mint_token' ? { verified: true } : {}) });
}
