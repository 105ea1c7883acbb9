/** The document's Limits table, followed by limits that are our choice (CONV-6, IDEM-6, WHK-10). */
export const LIMITS = {
  /** PAGE-2, PAGE-3 */
  page_limit_default: 20,
  page_limit_min: 1,
  page_limit_max: 50,
  page_offset_default: 0,
  page_offset_max: 9_007_199_254_740_991,
  /** BID-4 */
  bid_quantity_min_mt: 0.01,
  /** BID-11 */
  bid_expiry_days: 7,
  /** RTY-5 */
  delivery_timeout_ms: 10_000,
  /** RTY-4: the delay before attempts 2, 3, 4 and 5, in seconds. */
  delivery_delays_seconds: [10, 60, 300, 1800],
  delivery_attempts_max: 5,
  /** SIG-3 */
  signature_tolerance_seconds: 300,

  /** The remaining limits are our choice. */
  body_bytes_max: 262_144,
  quantity_max_mt: 10_000_000,
  price_amount_max: 1_000_000,
  text_length_max: 2_000,
  name_length_max: 200,
  url_length_max: 2_000,
  bid_lines_max: 20,
  /** IDEM-6 */
  idempotency_key_length_max: 255,
  idempotency_key_hours: 24,
  /** WHK-10 */
  subscriptions_per_team_max: 20,
  subscription_events_max: 100,
} as const;
