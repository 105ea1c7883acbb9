import type { ErrorObject } from '#spec';
import type { Response } from 'express';
import type { Refusal } from '../../../market/rules/refusal.ts';
import type { Answer } from '../../http/respond.ts';
import { sendRefusal, sendText } from '../../http/respond.ts';

/** The refusals that only the control plane has, beside those of the marketplace's catalogue. */
export const CONTROL_ERRORS = {
  forbidden: { status: 403, message: 'The control plane does not take requests from there.' },
  timeout: { status: 408, message: 'Nothing matched in time.' },
  not_ready: { status: 503, message: 'The mock cannot serve at this moment.' },
} as const;

export interface ControlRefusal extends Omit<Refusal, 'refused'> {
  refused: keyof typeof CONTROL_ERRORS;
}

export function refuseControl(refused: ControlRefusal['refused'], more: Omit<ControlRefusal, 'refused'> = {}): ControlRefusal {
  return { refused, ...more };
}

/** Answers with the same Error object as the marketplace (ERR-1). */
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
