import type { Response } from 'express';
import type { Refusal } from '../../../market/rules/refusal.ts';
import { sendRefusal, sendText } from '../../http/respond.ts';

/** The errors of the control plane that the marketplace does not have. */
const CONTROL_ERRORS = {
  forbidden: { status: 403, message: 'The control plane does not accept this request.' },
  timeout: { status: 408, message: 'Nothing matched in time.' },
  not_ready: { status: 503, message: 'The mock is not ready; try again later.' },
} as const;

type ControlError = keyof typeof CONTROL_ERRORS;

/** A refusal with an error of the control plane or of the marketplace. */
export interface ControlRefusal extends Omit<Refusal, 'refused'> {
  refused: Refusal['refused'] | ControlError;
}

/** An error response of the control plane, whose errors have no default message. */
export function refuseControl(refused: ControlError, more: Omit<ControlRefusal, 'refused'>): ControlRefusal {
  return { refused, ...more };
}

/** Responds with an Error object, as the marketplace does (ERR-1). A body that was not read is discarded. */
export function sendControlRefusal(response: Response, { refused, ...more }: ControlRefusal): void {
  response.req.resume();
  if (!isControlError(refused)) {
    sendRefusal(response, { refused, ...more });
    return;
  }
  const { status, message } = CONTROL_ERRORS[refused];
  // JSON leaves out what is undefined.
  const error = { status, code: refused, message: more.message ?? message, errors: more.errors };
  sendText(response, status, JSON.stringify({ error }));
}

function isControlError(refused: ControlRefusal['refused']): refused is ControlError {
  return Object.hasOwn(CONTROL_ERRORS, refused);
}
