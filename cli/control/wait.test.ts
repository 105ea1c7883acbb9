import { expect, test } from 'vitest';
import { patternOf } from './wait.ts';

test('values of wait are numbers, booleans, null, or text', () => {
  expect(
    patternOf(['status=201', 'data.invoice_total=84.5', 'livemode=true', 'team_id=null', 'data.grade=No. 1', 'data.id=']),
  ).toEqual({
    status: 201,
    'data.invoice_total': 84.5,
    livemode: true,
    team_id: null,
    'data.grade': 'No. 1',
    'data.id': '',
  });
});
