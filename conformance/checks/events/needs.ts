/** What checks of events to buyers need. */
export const TO_BUYERS = ['buyer', 'writes', 'webhooks'] as const;

/** What checks of events to sellers need: a seller with a team. */
export const TO_SELLERS = ['buyer', 'partner', 'writes', 'webhooks'] as const;
