import cors from 'cors';
import type { RequestHandler } from 'express';
import { isControl } from './is-control.ts';

const KEPT_SECONDS = 600;

/** Lets web pages of any origin call the API with a token; never the control plane. */
export function allowOrigins(): RequestHandler {
  const allow = cors({
    origin: '*',
    methods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key'],
    exposedHeaders: ['Allow', 'Retry-After', 'WWW-Authenticate'],
    maxAge: KEPT_SECONDS,
  });
  return (request, response, next) => {
    if (isControl(request.path)) next();
    else allow(request, response, next);
  };
}
