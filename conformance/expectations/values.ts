/** The small values of the document, judged wherever they stand: each of these throws a Breach that names the place. */
import { isCalendarDate, isInstant } from './instants.ts';
import type { JsonNode } from '#client';

/** FMT-1: money, and with `firm` an asking price. */
export function judgeMoney(money: JsonNode): void {
  money.get('amount').number();
  money.get('currency').text();
  money.get('unit').text();
}

/** FMT-1: an asking price is money with `firm`. */
export function judgeAskingPrice(price: JsonNode): void {
  judgeMoney(price);
  price.get('firm').orNull((firm) => firm.boolean());
}

/** FMT-2 */
export function judgeCommodity(commodity: JsonNode): void {
  commodity.get('slug').text();
  commodity.get('name').text();
}

const MEASUREMENTS = ['protein', 'moisture', 'test_weight', 'dockage', 'falling_number'] as const;

/** FMT-3. Where it has to be there is said of what it belongs to. */
export function judgeQuality(quality: JsonNode): void {
  if (quality.isNull()) return;
  for (const name of MEASUREMENTS) quality.find(name)?.orNull((measurement) => measurement.number());
}

/** Keys of a place that is finer than a city, and of those to whom it belongs. */
const FINER_KEY =
  /^(?:lat|latitude|lng|lon|long|longitude|coord|coords|coordinates|point|geo|geometry|geohash|geolocation|address|street|street_address|line1|postal|postal_code|postcode|zip|zip_code|lsd|legal_land_description|section|quarter|quarter_section|township|range|meridian|bin|yard|plus_code|what3words)$|farm|seller|owner|user|grower|producer/i;
/** Coordinates in words: `50.3124, -107.8019`. */
const COORDINATE = /-?\d{1,3}\.\d{2,}/;

/** FMT-4: a province and a city, and nothing finer. */
export function judgeLocation(location: JsonNode): void {
  for (const key of ['province', 'nearest_city'] as const) {
    const text = location.get(key).text();
    if (COORDINATE.test(text)) location.get(key).breach(`The ${key} of a location holds coordinates.`, 'the name alone');
  }
  for (const key of Object.keys(location.object())) {
    if (key !== 'nearest_city' && FINER_KEY.test(key)) {
      location
        .get(key)
        .breach(`A location tells more than the province and the nearest city: it has "${key}".`, 'nothing finer than the city');
    }
  }
}

/** FMT-5 */
export function judgeWindow(window: JsonNode): void {
  judgeDate(window.get('from'));
  judgeDate(window.get('to'));
}

function judgeDate(date: JsonNode): void {
  if (!isCalendarDate(date.string())) date.breach(`${date.pointer} is no calendar date.`, 'YYYY-MM-DD');
}

/** FMT-6, FMT-10 */
export function judgeInstant(instant: JsonNode): void {
  if (!isInstant(instant.string()))
    instant.breach(`${instant.pointer} is no ISO 8601 date and time.`, 'such as 2026-06-01T15:04:05Z');
}
