/** The common value types of the document. Each of these functions throws a Breach with the JSON pointer. */
import { isCalendarDate, isInstant } from './instants.ts';
import { UNITS } from '#spec';
import { readPath, type JsonNode } from '#client';

const ABBREVIATIONS: readonly string[] = UNITS;
const CURRENCIES: readonly string[] = ['CAD', 'USD', 'EUR'];

/** FMT-1: the Money shape. With `firm`, it is an asking price. */
export function expectMoney(money: JsonNode): void {
  money.get('amount').number();
  money.get('currency').text();
  money.get('unit').text();
}

/**
 * Asserts that two prices with the same amount have the same unit and currency. Prices with different amounts are not compared, because a
 * deployment may convert them.
 */
export function expectSameUnit(price: JsonNode, other: unknown): void {
  if (price.find('amount')?.value !== readPath(other, 'amount')) return;
  for (const [key, known] of [
    ['unit', ABBREVIATIONS],
    ['currency', CURRENCIES],
  ] as const) {
    const [shown, expected] = [price.find(key)?.value, readPath(other, key)];
    // Only abbreviations that cannot be two names of the same unit.
    if (typeof shown !== 'string' || typeof expected !== 'string' || shown === expected) continue;
    if (known.includes(shown) && known.includes(expected)) {
      price.get(key).breach(`The price has the amount of the bid in a different ${key}.`, expected);
    }
  }
}

/** FMT-1: an asking price has the Money shape and `firm`. */
export function expectAskingPrice(price: JsonNode): void {
  expectMoney(price);
  price.get('firm').orNull((firm) => firm.boolean());
}

/** FMT-2 */
export function expectCommodity(commodity: JsonNode): void {
  commodity.get('slug').text();
  commodity.get('name').text();
}

const MEASUREMENTS = ['protein', 'moisture', 'test_weight', 'dockage', 'falling_number'] as const;

/** FMT-3. The types that contain quality say whether it is required. */
export function expectQuality(quality: JsonNode): void {
  if (quality.isNull()) return;
  for (const name of MEASUREMENTS) quality.find(name)?.orNull((measurement) => measurement.number());
}

/** Keys that are more precise than a city, or name an owner. */
const FINER_KEY =
  /^(?:lat|latitude|lng|lon|long|longitude|coord|coords|coordinates|point|geo|geometry|geohash|geolocation|address|street|street_address|line1|postal|postal_code|postcode|zip|zip_code|lsd|legal_land_description|section|quarter|quarter_section|township|range|meridian|bin|yard|plus_code|what3words)$|farm|seller|owner|user|grower|producer/i;
/** Coordinates as text: `50.3124, -107.8019`. */
const COORDINATE = /-?\d{1,3}\.\d{2,}/;

/** FMT-4: a province and a city, and nothing more precise. */
export function expectLocation(location: JsonNode): void {
  for (const key of ['province', 'nearest_city'] as const) {
    const text = location.get(key).text();
    if (COORDINATE.test(text)) location.get(key).breach(`The ${key} of a location contains coordinates.`, 'only the name');
  }
  for (const key of Object.keys(location.object())) {
    if (key !== 'nearest_city' && FINER_KEY.test(key)) {
      location
        .get(key)
        .breach(`A location has more than the province and the nearest city: "${key}".`, 'nothing more precise than the city');
    }
  }
}

/** FMT-5 */
export function expectWindow(window: JsonNode): void {
  expectDate(window.get('from'));
  expectDate(window.get('to'));
}

function expectDate(date: JsonNode): void {
  if (!isCalendarDate(date.string())) date.breach(`${date.pointer} is not a calendar date.`, 'YYYY-MM-DD');
}

/** FMT-6, FMT-10 */
export function expectInstant(instant: JsonNode): void {
  if (!isInstant(instant.string()))
    instant.breach(`${instant.pointer} is not an ISO 8601 date and time.`, 'such as 2026-06-01T15:04:05Z');
}
