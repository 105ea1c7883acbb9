import { SCOPES, isScope } from '#spec';
import type { Markup } from './html.ts';
import { html } from './html.ts';
import { NO_TEAM } from '../people.ts';

interface ConsentQuestion {
  client_name: string;
  user_name: string;
  teams: readonly { id: string; name: string; role: string }[];
  /** The team that the client asks for. */
  team: string | undefined;
  scopes: readonly string[];
  is_sandbox: boolean;
  csrf: string;
}

function renderTeams(teams: ConsentQuestion['teams'], wanted: string | undefined): Markup {
  if (teams.length === 0) {
    return html`<p>You are in no team. The access is for yourself.</p>
      <input type="hidden" name="team" value="${NO_TEAM}" />`;
  }
  const is_known = wanted === NO_TEAM || teams.some(({ id }) => id === wanted);
  const chosen = is_known ? wanted : teams[0]?.id;
  const rows = [
    ...teams.map(({ id, name, role }) => ({ id, name, hint: `you are its ${role}` })),
    { id: NO_TEAM, name: 'No team', hint: 'for yourself only' },
  ];
  const choices = rows.map(({ id, name, hint }) => {
    const mark: Markup = { markup: id === chosen ? ' checked' : '' };
    return html`<label class="choice"
      ><input type="radio" name="team" value="${id}" required${mark} /><span>${name} <span class="quiet">(${hint})</span></span></label
    >`;
  });
  return html`<fieldset>
    <legend>For which team?</legend>
    ${choices}
  </fieldset>`;
}

/** AUTH-10: asks for the team, and shows the document's description of each scope. */
export function renderConsentPage(question: ConsentQuestion): Markup {
  const { client_name, user_name, teams, team, scopes, is_sandbox, csrf } = question;
  const words = scopes.filter(isScope).map((scope) => html`<li>${SCOPES[scope]} <span class="quiet">(${scope})</span></li>`);
  const world = is_sandbox ? 'sandbox data' : 'live data of this mock';
  return html`<h1>Allow ${client_name} to act for you?</h1>
    <p class="quiet">You are signed in as ${user_name}. The access is to ${world}.</p>
    <h2>It wants to</h2>
    <ul>
      ${words}
    </ul>
    <form method="post">
      <input type="hidden" name="csrf" value="${csrf}" />
      ${renderTeams(teams, team)}
      <div class="actions">
        <button class="main" name="decision" value="continue">Allow</button>
        <button name="decision" value="cancel" formnovalidate>Cancel</button>
      </div>
    </form>`;
}
