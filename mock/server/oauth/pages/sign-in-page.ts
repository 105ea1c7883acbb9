import type { Markup } from './html.ts';
import { html } from './html.ts';
import type { Person } from '../people.ts';

const NO_HINT = 'No such user of this world; choose one of these.';

interface SignIn {
  client_name: string;
  people: readonly Person[];
  /** Who is chosen already. */
  chosen: Person | undefined;
  /** Whether the client named somebody who is not there. */
  is_hint_unknown: boolean;
  csrf: string;
}

export function drawSignInPage({ client_name, people, chosen, is_hint_unknown, csrf }: SignIn): Markup {
  const selected = chosen ?? people[0];
  const choices = people.map(({ id, name, email, persona }) => {
    const mark: Markup = { markup: id === selected?.id ? ' checked' : '' };
    const hint = persona === undefined ? email : `${persona}, ${email}`;
    return html`<label class="choice"
      ><input type="radio" name="user" value="${id}" required${mark} /><span>${name} <span class="quiet">(${hint})</span></span></label
    >`;
  });
  return html`<h1>Sign in to ${client_name}</h1>
    <p class="quiet">This is a mock: there are no passwords. Choose who you are.</p>
    ${is_hint_unknown ? [html`<p role="alert">${NO_HINT}</p>`] : []}
    <form method="post">
      <input type="hidden" name="csrf" value="${csrf}" />
      <fieldset>
        <legend>Who are you?</legend>
        ${choices}
      </fieldset>
      <div class="actions">
        <button class="main" name="decision" value="continue">Continue</button>
        <button name="decision" value="cancel" formnovalidate>Cancel</button>
      </div>
    </form>`;
}
