import type { Request, Response } from 'express';
import type { Worlds } from '../../world/worlds.ts';
import type { ControlOptions } from '../index.ts';
import { checkVisitor } from './guard.ts';
import { sendControlRefusal } from './refusals.ts';

/**
 * Checks whether a request may use the control plane, and responds if it may not.
 * @returns whether it may
 */
export function admit(
  worlds: Worlds,
  { admin_token, served_hosts }: Pick<ControlOptions, 'admin_token' | 'served_hosts'>,
  request: Request,
  response: Response,
): boolean {
  const { public_url } = worlds.default.options;
  const refusal = checkVisitor(request, { admin_token, public_url, served_hosts });
  if (refusal === undefined) return true;
  request.resume();
  sendControlRefusal(response, refusal);
  return false;
}
