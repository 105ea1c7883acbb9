import type { ErrorObject } from '#spec';
import type { Response } from 'express';
import type { Refusal } from '../../../market/rules/refusal.ts';
import type { Answer } from '../../http/respond.ts';
import { sendRefusal, sendText } from '../../http/respond.ts';

/** The errors of the control plane that the marketplace does not have. */
export const CONTROL_ERRORS = {
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

/** Responds with an Error object, as the marketplace does (ERR-1). */
export function sendControlRefusal(response: Response, refusal: Refusal | ControlRefusal): Answer {
  if (!isControlRefusal(refusal)) return sendRefusal(response, refusal);
  const { status, message } = CONTROL_ERRORS[refusal.refused];
  const { message: said = message, errors } = refusal;
  const body: ErrorObject = {
    error: { status, code: refusal.refused, message: said, ...(errors === undefined ? {} : { errors: [...errors] }) },
  };
  return sendText(response, status, JSON.stringify(body));
}

function isControlRefusal(refusal: Refusal | ControlRefusal): refusal is ControlRefusal {
  return Object.hasOwn(CONTROL_ERRORS, refusal.refused);
}
