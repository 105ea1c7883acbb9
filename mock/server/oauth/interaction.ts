/** Serves the two pages of a sign-in: choosing the user, and consenting for a team. */
import { createHmac } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Provider } from 'oidc-provider';
import { errors } from 'oidc-provider';
import { isSameSecret } from '../http/same-secret.ts';
import type { RequestWorld } from '../ports.ts';
import { renderConsentPage } from './pages/consent-page.ts';
import { saveConsent } from './consent.ts';
import { noteFailure } from './journal-failure.ts';
import { makeErrorPage } from './pages/error-page.ts';
import type { Markup } from './pages/html.ts';
import { sendPage } from './pages/html.ts';
import { chooseTeam, findPerson, listPersonas, listTeams, livemodeOf } from './people.ts';
import type { AuthorizationServer } from './providers.ts';
import { renderSignInPage } from './pages/sign-in-page.ts';

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

/** A request for a page, or a submitted form. */
interface Visit {
  world: RequestWorld;
  issuer: string;
  server: AuthorizationServer;
  request: IncomingMessage;
  response: ServerResponse;
  /** The id of the sign-in in the URL. */
  uid: string;
  body: string;
}

export async function serveInteraction(visit: Visit): Promise<void> {
  const { server, request, response, uid } = visit;
  let interaction: Interaction;
  try {
    // The cookie identifies the sign-in. Browsers do not send it with forms that other sites submit (SameSite=Lax).
    interaction = await server.provider.interactionDetails(request, response);
  } catch (error) {
    if (!(error instanceof errors.SessionNotFound)) throw error;
    refuseVisit(visit, 400, 'session_not_found', 'This sign-in has ended, or was started in another browser.');
    return;
  }
  if (interaction.uid !== uid) {
    refuseVisit(visit, 400, 'session_not_found', 'Another sign-in was started in this browser.');
    return;
  }
  if (request.method === 'GET' || request.method === 'HEAD') await showPage(visit, interaction);
  else await handleForm(visit, interaction);
}

/** Reads a string parameter of the authorization request. Undefined if it is missing or not a string. */
function readParameter({ params }: Interaction, name: string): string | undefined {
  const value = params[name];
  return typeof value === 'string' ? value : undefined;
}

function refuseVisit({ request, response }: Visit, status: number, error: string, error_description: string): void {
  noteFailure(request, { error, error_description });
  sendPage(response, makeErrorPage(status, error, error_description));
}

async function showPage(visit: Visit, interaction: Interaction): Promise<void> {
  const is_consent = interaction.prompt.name === 'consent';
  const body = is_consent ? await makeConsentPage(visit, interaction) : await makeSignInPage(visit, interaction);
  const redirect_uri = readParameter(interaction, 'redirect_uri') ?? '';
  const { origin, protocol } = new URL(redirect_uri);
  // A custom scheme has no origin.
  const form_redirect_origin = origin === 'null' ? protocol : origin;
  sendPage(visit.response, { status: 200, title: is_consent ? 'Allow access' : 'Sign in', body, form_redirect_origin });
}

/** RFC 6749, section 10.12: a CSRF token for one page of one sign-in. */
function formTokenFor({ server }: Visit, { uid, prompt }: Interaction): string {
  return createHmac('sha256', server.keys.cookie_secret).update(`${uid}\n${prompt.name}`).digest('base64url');
}

/** Reads `client_id`. Empty if it is missing. */
function clientIdOf(interaction: Interaction): string {
  return readParameter(interaction, 'client_id') ?? '';
}

async function clientNameOf({ server }: Visit, interaction: Interaction): Promise<string> {
  const client = await server.provider.Client.find(clientIdOf(interaction));
  return client?.clientName ?? 'an application';
}

async function makeSignInPage(visit: Visit, interaction: Interaction): Promise<Markup> {
  const { reader: db } = visit.world.store;
  const hint = readParameter(interaction, 'login_hint');
  const livemode = await livemodeOf(db, clientIdOf(interaction));
  const chosen = hint === undefined ? undefined : await findPerson(db, hint, livemode);
  const personas = await listPersonas(db);
  const people = chosen === undefined || personas.some(({ id }) => id === chosen.id) ? personas : [chosen, ...personas];
  return renderSignInPage({
    client_name: await clientNameOf(visit, interaction),
    people,
    chosen,
    is_hint_unknown: hint !== undefined && chosen === undefined,
    csrf: formTokenFor(visit, interaction),
  });
}

async function makeConsentPage(visit: Visit, interaction: Interaction): Promise<Markup> {
  const { reader: db } = visit.world.store;
  const user_id = interaction.session?.accountId ?? '';
  const user = await db.selectFrom('users').select('name').where('id', '=', user_id).executeTakeFirst();
  const livemode = await livemodeOf(db, clientIdOf(interaction));
  return renderConsentPage({
    client_name: await clientNameOf(visit, interaction),
    user_name: user?.name ?? user_id,
    teams: await listTeams(db, user_id),
    team: readParameter(interaction, 'team'),
    scopes: readParameter(interaction, 'scope')?.split(' ') ?? [],
    is_sandbox: livemode === 0,
    csrf: formTokenFor(visit, interaction),
  });
}

async function handleForm(visit: Visit, interaction: Interaction): Promise<void> {
  const { issuer, request, body } = visit;
  const form = new URLSearchParams(body);
  const { origin } = request.headers;
  const is_same_origin = origin === undefined || origin === new URL(issuer).origin;
  if (!is_same_origin || !isSameSecret(form.get('csrf') ?? '', formTokenFor(visit, interaction))) {
    refuseVisit(visit, 403, 'invalid_request', 'This form was not sent by the sign-in page.');
    return;
  }
  if (form.get('decision') !== 'continue') {
    await finish(visit, { error: 'access_denied', error_description: 'The user denied access.' });
    return;
  }
  if (interaction.prompt.name === 'consent') await consent(visit, interaction, form);
  else await signIn(visit, interaction, form);
}

async function signIn(visit: Visit, interaction: Interaction, form: URLSearchParams): Promise<void> {
  const { reader: db } = visit.world.store;
  const livemode = await livemodeOf(db, clientIdOf(interaction));
  const person = await findPerson(db, form.get('user') ?? '', livemode);
  if (person === undefined) {
    refuseVisit(visit, 400, 'invalid_request', 'There is no such user in this world.');
    return;
  }
  await finish(visit, { login: { accountId: person.id } });
}

async function consent(visit: Visit, interaction: Interaction, form: URLSearchParams): Promise<void> {
  const { world, server } = visit;
  const user_id = interaction.session?.accountId ?? '';
  const team_id = await chooseTeam(world.store.reader, user_id, form.get('team') ?? '');
  if (team_id === undefined) {
    refuseVisit(visit, 400, 'invalid_request', 'That is not one of your teams.');
    return;
  }
  const client_id = clientIdOf(interaction);
  const scope = readParameter(interaction, 'scope') ?? '';
  const grant_id = await saveConsent(server.provider, world, { user_id, client_id, team_id, scope });
  await finish(visit, { consent: { grantId: grant_id } });
}

type Result = Parameters<Provider['interactionFinished']>[2];

async function finish({ server, request, response }: Visit, result: Result): Promise<void> {
  response.setHeader('Cache-Control', 'no-store');
  await server.provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
}
