import type { Response } from 'express';
import type { Refusal } from '../../../market/rules/refusal.ts';
import { sendRefusal, sendText } from '../../http/respond.ts';

/** The errors of the control plane that the marketplace does not have. */
const CONTROL_ERRORS = {
  forbidden: { status: 403, message: 'The control plane does not accept this request.' },
  timeout: { status: 408, message: 'Nothing matched in time.' },
  not_ready: { status: 503, message: 'The mock is not ready; try again later.' },
} as const;

export interface ControlRefusal extends Omit<Refusal, 'refused'> {
  refused: keyof typeof CONTROL_ERRORS;
}

export function refuseControl(refused: ControlRefusal['refused'], more: Omit<ControlRefusal, 'refused'> = {}): ControlRefusal {
  return { refused, ...more };
}

/** Responds with an Error object, as the marketplace does (ERR-1). A body that was not read is discarded. */
export function sendControlRefusal(response: Response, refusal: Refusal | ControlRefusal): void {
  response.req.resume();
  if (isControlRefusal(refusal)) {
    const { status, message } = CONTROL_ERRORS[refusal.refused];
    // JSON leaves out what is undefined.
    const error = { status, code: refusal.refused, message: refusal.message ?? message, errors: refusal.errors };
    sendText(response, status, JSON.stringify({ error }));
  } else sendRefusal(response, refusal);
}

function isControlRefusal(refusal: Refusal | ControlRefusal): refusal is ControlRefusal {
  return Object.hasOwn(CONTROL_ERRORS, refusal.refused);
}
