import type { Markup } from './html.ts';
import { html } from './html.ts';
import type { Person } from '../people.ts';

const UNKNOWN_USER = 'This world has no such user; choose one of these.';

interface SignIn {
  client_name: string;
  people: readonly Person[];
  /** The preselected user. */
  chosen: Person | undefined;
  /** Whether the client's login_hint matches no user. */
  is_hint_unknown: boolean;
  csrf: string;
}

export function renderSignInPage({ client_name, people, chosen, is_hint_unknown, csrf }: SignIn): Markup {
  const selected = chosen ?? people[0];
  const choices = people.map(({ id, name, email, persona }) => {
    const mark: Markup = { markup: id === selected?.id ? ' checked' : '' };
    const hint = persona === undefined ? email : `${persona}, ${email}`;
    return html`<label class="choice"
      ><input type="radio" name="user" value="${id}" required${mark} /><span>${name} <span class="quiet">(${hint})</span></span></label
    >`;
  });
  return html`<h1>Sign in to ${client_name}</h1>
    <p class="quiet">This is a mock without passwords. Choose a user.</p>
    ${is_hint_unknown ? [html`<p role="alert">${UNKNOWN_USER}</p>`] : []}
    <form method="post">
      <input type="hidden" name="csrf" value="${csrf}" />
      <fieldset>
        <legend>User</legend>
        ${choices}
      </fieldset>
      <div class="actions">
        <button class="main" name="decision" value="continue">Continue</button>
        <button name="decision" value="cancel" formnovalidate>Cancel</button>
      </div>
    </form>`;
}
