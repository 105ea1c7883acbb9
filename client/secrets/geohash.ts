const DIGITS = '0123456789bcdefghjkmnpqrstuvwxyz';

/** The geohash of a point. */
export function geohash(latitude: number, longitude: number, letters: number): string {
  const around: { longitude: [number, number]; latitude: [number, number] } = { longitude: [-180, 180], latitude: [-90, 90] };
  let text = '';
  let is_longitude = true;
  while (text.length < letters) {
    let digit = 0;
    for (let i = 0; i < 5; i += 1) {
      const range = is_longitude ? around.longitude : around.latitude;
      const middle = (range[0] + range[1]) / 2;
      const is_upper = (is_longitude ? longitude : latitude) >= middle;
      range[is_upper ? 0 : 1] = middle;
      digit = digit * 2 + (is_upper ? 1 : 0);
      is_longitude = !is_longitude;
    }
    text += DIGITS[digit] ?? '';
  }
  return text;
}
