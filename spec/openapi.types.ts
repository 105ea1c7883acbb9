// Generated from spec/openapi.json by `npm run generate`. Do not edit.

export interface paths {
    "/inventory": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Browse anonymized listings
         * @description Needs the scope `inventory.read`.
         */
        get: operations["listInventory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/inventory/filters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the values to filter by
         * @description Needs the scope `inventory.read`.
         */
        get: operations["getInventoryFilters"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/inventory/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one anonymized listing
         * @description Needs the scope `inventory.read`.
         */
        get: operations["getInventory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/inventory/{id}/bids": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Place a bid on a listing
         * @description Needs the scope `bids.write` and a token that is bound to a team.
         */
        post: operations["placeBid"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bids": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the team's bids
         * @description Needs the scope `bids.read` and a token that is bound to a team.
         */
        get: operations["listBids"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bids/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one of the team's bids
         * @description Needs the scope `bids.read` and a token that is bound to a team.
         */
        get: operations["getBid"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bids/{id}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept a bid
         * @description The seller accepts a buyer's bid, or the buyer accepts a seller's counter. The author of a bid cannot accept it. Needs the scope `bids.write`.
         */
        post: operations["acceptBid"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bids/{id}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reject a bid, or withdraw it
         * @description Needs the scope `bids.write`.
         */
        post: operations["rejectBid"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bids/{id}/counter": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Counter a bid
         * @description Needs the scope `bids.write`.
         */
        post: operations["counterBid"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/delivery-locations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the elevator's delivery locations
         * @description Needs the scope `locations.read` and a token that is bound to a team.
         */
        get: operations["listDeliveryLocations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/market/commodities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List commodities with their price coverage
         * @description Needs the scope `market.read`.
         */
        get: operations["listMarketCommodities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/market/prices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read current or as-of prices
         * @description Needs the scope `market.read`.
         */
        get: operations["listMarketPrices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/market/prices/{commodity}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the price history of a commodity
         * @description Needs the scope `market.read`.
         */
        get: operations["getPriceHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trades": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the trades in which the team of the caller buys or its user sells
         * @description Needs the scope `trades.read`.
         */
        get: operations["listTrades"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trades/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one trade
         * @description Needs the scope `trades.read`.
         */
        get: operations["getTrade"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/teams": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the user's teams
         * @description Needs the scope `teams.read`.
         */
        get: operations["listTeams"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/teams/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one of the user's teams
         * @description Needs the scope `teams.read`.
         */
        get: operations["getTeam"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cash-bids": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the elevator's cash bids
         * @description Needs the scope `cashbids.read` and a token that is bound to a team.
         */
        get: operations["listCashBids"];
        put?: never;
        /**
         * Create a cash bid
         * @description Needs the scope `cashbids.write` and a token that is bound to a team.
         */
        post: operations["createCashBid"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cash-bids/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a cash bid
         * @description Needs the scope `cashbids.write` and a token that is bound to a team.
         */
        patch: operations["updateCashBid"];
        trace?: never;
    };
    "/cash-bids/{id}/offers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the offers on a cash bid
         * @description Needs the scope `cashbids.read` and a token that is bound to a team.
         */
        get: operations["listOffers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cash-bid-offers/{id}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept an offer
         * @description Needs the scope `cashbids.write` and a token that is bound to a team.
         */
        post: operations["acceptOffer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cash-bid-offers/{id}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reject an offer
         * @description Needs the scope `cashbids.write` and a token that is bound to a team.
         */
        post: operations["rejectOffer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the team's subscriptions
         * @description Needs the scope `webhooks.read` and a token that is bound to a team.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Subscribe to events
         * @description Only this response contains the secret that signs the deliveries. Needs the scope `webhooks.write` and a token that is bound to a team.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a subscription
         * @description Needs the scope `webhooks.write` and a token that is bound to a team.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the delivery attempts of a subscription
         * @description Needs the scope `webhooks.read` and a token that is bound to a team.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/deliveries/{delivery_id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay a failed delivery
         * @description Needs the scope `webhooks.write` and a token that is bound to a team.
         */
        post: operations["redeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/simulate-event": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Simulate a bid on a sandbox listing
         * @description Needs the scope `inventory.read`. Sandbox tokens only.
         */
        post: operations["simulateEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Provision a sandbox test user
         * @description Needs the scope `inventory.read`. Sandbox tokens only.
         */
        post: operations["createSandboxUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/grades": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the accepted grade names
         * @description Needs the scope `inventory.read`.
         */
        get: operations["listGrades"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/farms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List own farms
         * @description With `farms.read`, returns full farms. With only `listings.read`, returns an opaque id and a coarse location. Needs the scope `listings.read` or `farms.read`.
         */
        get: operations["listFarms"];
        put?: never;
        /**
         * Create a farm
         * @description Needs the scope `farms.write`.
         */
        post: operations["createFarm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/farms/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one own farm
         * @description Needs the scope `farms.read`.
         */
        get: operations["getFarm"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a farm
         * @description Needs the scope `farms.write`.
         */
        patch: operations["updateFarm"];
        trace?: never;
    };
    "/me/inventory": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List own listings
         * @description Needs the scope `listings.read`.
         */
        get: operations["listListings"];
        put?: never;
        /**
         * Submit a listing
         * @description Needs the scope `listings.write`.
         */
        post: operations["createListing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/inventory/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one own listing
         * @description Needs the scope `listings.read`.
         */
        get: operations["getListing"];
        put?: never;
        post?: never;
        /**
         * Archive a listing
         * @description Needs the scope `listings.write`.
         */
        delete: operations["archiveListing"];
        options?: never;
        head?: never;
        /**
         * Change, publish, or unlist a listing
         * @description Needs the scope `listings.write`.
         */
        patch: operations["updateListing"];
        trace?: never;
    };
    "/me/inventory/{id}/bids": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the bids on one own listing
         * @description Needs the scope `listings.read`.
         */
        get: operations["listReceivedBids"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/bids-received": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the inbox: open bids by listing, best price first
         * @description Needs the scopes `listings.read` and `bids.read`.
         */
        get: operations["listBidsReceived"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description Needed for multi-grade bids only.
         * @example {
         *       "bid_items": [
         *         {
         *           "grade": "No. 1 CWRS"
         *         }
         *       ]
         *     }
         */
        AcceptBid: {
            /** @description The lines to accept: grade names, `{grade}`, or `{id}`. All other lines are rejected. */
            bid_items?: (string | {
                grade: string;
            } | {
                id: string;
            })[] | null;
        };
        /** @description Grading is complete. */
        AnalysisGradedEvent: {
            /** @description Unique to the event and stable across retries and replays (EVT-3). */
            id: string;
            /**
             * @description Event type.
             * @constant
             */
            type: "analysis.graded";
            /**
             * @deprecated
             * @description Alias of `type` (VER-3).
             * @constant
             */
            event: "analysis.graded";
            /** @description False for sandbox subscriptions. */
            livemode: boolean;
            /**
             * Format: date-time
             * @description When the event was generated; the same in every attempt (EVT-19).
             * @example 2026-06-01T15:04:05.000Z
             */
            created_at: string;
            data: {
                /** @description An opaque string (CONV-2). */
                inventory_id: string;
                reference: string;
                grade: string;
            };
        };
        /** @description A graded sample photo was approved. */
        AnalysisPhotoAddedEvent: {
            /** @description Unique to the event and stable across retries and replays (EVT-3). */
            id: string;
            /**
             * @description Event type.
             * @constant
             */
            type: "analysis.photo_added";
            /**
             * @deprecated
             * @description Alias of `type` (VER-3).
             * @constant
             */
            event: "analysis.photo_added";
            /** @description False for sandbox subscriptions. */
            livemode: boolean;
            /**
             * Format: date-time
             * @description When the event was generated; the same in every attempt (EVT-19).
             * @example 2026-06-01T15:04:05.000Z
             */
            created_at: string;
            data: {
                /** @description An opaque string (CONV-2). */
                inventory_id: string;
                reference: string;
                photo_url: string;
            };
        };
        /** @description A sample analysis was requested on inventory that the partner owns or manages. */
        AnalysisRequestedEvent: {
            /** @description Unique to the event and stable across retries and replays (EVT-3). */
            id: string;
            /**
             * @description Event type.
             * @constant
             */
            type: "analysis.requested";
            /**
             * @deprecated
             * @description Alias of `type` (VER-3).
             * @constant
             */
            event: "analysis.requested";
            /** @description False for sandbox subscriptions. */
            livemode: boolean;
            /**
             * Format: date-time
             * @description When the event was generated; the same in every attempt (EVT-19).
             * @example 2026-06-01T15:04:05.000Z
             */
            created_at: string;
            data: {
                /** @description An opaque string (CONV-2). */
                inventory_id: string;
                reference: string;
                analysis_types: string[];
                invoice_total: number;
                /** @description `partner` or `seller`. */
                billed_to: string;
            };
        };
        /** @description The physical sample was received for grading by an external lab. */
        AnalysisSampleReceivedEvent: {
            /** @description Unique to the event and stable across retries and replays (EVT-3). */
            id: string;
            /**
             * @description Event type.
             * @constant
             */
            type: "analysis.sample_received";
            /**
             * @deprecated
             * @description Alias of `type` (VER-3).
             * @constant
             */
            event: "analysis.sample_received";
            /** @description False for sandbox subscriptions. */
            livemode: boolean;
            /**
             * Format: date-time
             * @description When the event was generated; the same in every attempt (EVT-19).
             * @example 2026-06-01T15:04:05.000Z
             */
            created_at: string;
            data: {
                /** @description An opaque string (CONV-2). */
                inventory_id: string;
                reference: string;
            };
        };
        /**
         * @description The price that a seller asks. If `firm` is true, the seller accepts no lower bids.
         * @example {
         *       "amount": 312.5,
         *       "currency": "CAD",
         *       "unit": "MT",
         *       "firm": false
         *     }
         */
        AskingPrice: {
            amount: number;
            currency: string;
            unit: string;
            firm: boolean | null;
        };
        /**
         * @description A bid as the team that placed it sees it.
         * @example {
         *       "id": "bid_8a1f04c2de97b365",
         *       "reference": "BID-7K2QM9XA",
         *       "status": "pending",
         *       "type": "single_grade",
         *       "price": {
         *         "amount": 305,
         *         "currency": "CAD",
         *         "unit": "MT"
         *       },
         *       "quantity_mt": 120,
         *       "quantity": {
         *         "amount": 120,
         *         "unit": "MT"
         *       },
         *       "delivery": {
         *         "from": "2035-09-01",
         *         "to": "2035-09-30"
         *       },
         *       "fob_farm": true,
         *       "delivery_location_id": null,
         *       "subject_to_sample_approval": false,
         *       "additional_terms": null,
         *       "expires_at": "2026-06-08T15:04:05.000Z",
         *       "counter_to": null,
         *       "awaiting": "seller",
         *       "counterparty": null,
         *       "created_at": "2026-06-01T15:04:05.000Z",
         *       "inventory_id": "inv_3f9c2a71b04e8d55"
         *     }
         */
        Bid: {
            /** @description An opaque string (CONV-2). */
            id: string;
            /** @description A short id for people to read. */
            reference: string;
            /** @enum {string} */
            status: "pending" | "accepted" | "rejected" | "countered" | "expired";
            /** @description `single_grade` or `multi_grade`. */
            type: string;
            /** @description Null on a multi-grade bid. */
            price: components["schemas"]["Money"] | null;
            /** @description The lines of a multi-grade bid; absent on others. */
            grades?: components["schemas"]["BidLine"][];
            quantity_mt: number;
            quantity: components["schemas"]["Quantity"];
            delivery: components["schemas"]["DateWindow"];
            fob_farm: boolean;
            delivery_location_id: number | null;
            subject_to_sample_approval: boolean;
            additional_terms: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 date and time.
             * @example 2026-06-01T15:04:05.000Z
             */
            expires_at: string | null;
            /** @description The bid that this one counters. */
            counter_to: string | null;
            /**
             * @description The side that must respond to a pending bid; null once it is decided.
             * @enum {string|null}
             */
            awaiting: "buyer" | "seller" | null;
            /** @description Null until both invoices of the trade are paid, then the name of the other party (PRIV-4). */
            counterparty: {
                name: string;
            } | null;
            /**
             * Format: date-time
             * @description ISO 8601 date and time.
             * @example 2026-06-01T15:04:05.000Z
             */
            created_at: string;
            /** @description An opaque string (CONV-2). */
            inventory_id: string;
        };
        /** @description A seller accepted the team's bid. */
        BidAcceptedEvent: {
            /** @description Unique to the event and stable across retries and replays (EVT-3). */
            id: string;
            /**
             * @description Event type.
             * @constant
             */
            type: "bid.accepted";
            /**
             * @deprecated
             * @description Alias of `type` (VER-3).
             * @constant
             */
            event: "bid.accepted";
            /** @description False for sandbox subscriptions. */
            livemode: boolean;
            /**
             * Format: date-time
             * @description When the event was generated; the same in every attempt (EVT-19).
             * @example 2026-06-01T15:04:05.000Z
             */
            created_at: string;
            data: components["schemas"]["BidEventData"];
        };
        /** @description A seller countered the bid. */
        BidCounteredEvent: {
            /** @description Unique to the event and stable across retries and replays (EVT-3). */
            id: string;
            /**
             * @description Event type.
             * @constant
             */
            type: "bid.countered";
            /**
             * @deprecated
             * @description Alias of `type` (VER-3).
             * @constant
             */
            event: "bid.countered";
            /** @description False for sandbox subscriptions. */
            livemode: boolean;
            /**
             * Format: date-time
             * @description When the event was generated; the same in every attempt (EVT-19).
             * @example 2026-06-01T15:04:05.000Z
             */
            created_at: string;
            data: components["schemas"]["BidEventData"];
        };
        BidEventData: {
            /** @description An opaque string (CONV-2). */
            bid_id: string;
            reference: string;
            /** @description An opaque string (CONV-2). */
            inventory_id: string;
            /**
             * @description The status when the delivery is sent (EVT-21).
             * @enum {string}
             */
            status: "pending" | "accepted" | "rejected" | "countered" | "cancelled" | "expired";
            type: string;
        };
        /**
         * @description One grade of a multi-grade bid.
         * @example {
         *       "id": "line_91c0aa52f3d7e610",
         *       "grade": "No. 1 CWRS",
         *       "price": {
         *         "amount": 318,
         *         "currency": "CAD",
         *         "unit": "MT"
         *       },
         *       "subject_to_sample_approval": true,
         *       "status": "pending"
         *     }
         */
        BidLine: {
            id: string;
            grade: string;
            price: components["schemas"]["Money"];
            subject_to_sample_approval: boolean;
            status: string;
        };
        /** @description A buyer placed a bid on the seller's listing. */
        BidReceivedEvent: {
            /** @description Unique to the event and stable across retries and replays (EVT-3). */
            id: string;
            /**
             * @description Event type.
             * @constant
             */
            type: "bid.received";
            /**
             * @deprecated
             * @description Alias of `type` (VER-3).
             * @constant
             */
            event: "bid.received";
            /** @description False for sandbox subscriptions. */
            livemode: boolean;
            /**
             * Format: date-time
             * @description When the event was generated; the same in every attempt (EVT-19).
             * @example 2026-06-01T15:04:05.000Z
             */
            created_at: string;
            data: components["schemas"]["BidEventData"];
        };
        /** @description The bid was rejected or the lot delisted. */
        BidRejectedEvent: {
            /** @description Unique to the event and stable across retries and replays (EVT-3). */
            id: string;
            /**
             * @description Event type.
             * @constant
             */
            type: "bid.rejected";
            /**
             * @deprecated
             * @description Alias of `type` (VER-3).
             * @constant
             */
            event: "bid.rejected";
            /** @description False for sandbox subscriptions. */
            livemode: boolean;
            /**
             * Format: date-time
             * @description When the event was generated; the same in every attempt (EVT-19).
             * @example 2026-06-01T15:04:05.000Z
             */
            created_at: string;
            data: components["schemas"]["BidEventData"];
        };
        /**
         * @description The price that an elevator pays; sellers can make offers.
         * @example {
         *       "id": "cb_27e5d09f13c8ab64",
         *       "reference": "CB-2W9RZ5TN",
         *       "is_active": true,
         *       "commodity": {
         *         "slug": "canola",
         *         "name": "Canola"
         *       },
         *       "grade": "No. 1 Canada",
         *       "crop_year": 2025,
         *       "price": {
         *         "amount": 664,
         *         "currency": "CAD",
         *         "unit": "MT"
         *       },
         *       "quantity_mt": 500,
         *       "quantity": {
         *         "amount": 500,
         *         "unit": "MT"
         *       },
         *       "delivery": {
         *         "from": "2035-09-01",
         *         "to": "2035-10-31"
         *       },
         *       "delivery_location_id": 1001,
         *       "created_at": "2026-05-28T13:00:00.000Z"
         *     }
         */
        CashBid: {
            /** @description An opaque string (CONV-2). */
            id: string;
            reference: string;
            is_active: boolean;
            commodity: components["schemas"]["Commodity"];
            grade: string | null;
            crop_year: number | null;
            price: components["schemas"]["Money"];
            quantity_mt: number;
            quantity: components["schemas"]["Quantity"];
            delivery: components["schemas"]["DateWindow"];
            delivery_location_id: number;
            /**
             * Format: date-time
             * @description ISO 8601 date and time.
             * @example 2026-06-01T15:04:05.000Z
             */
            created_at: string;
        };
        /** @description A seller offered against the team's cash bid. */
        CashbidOfferReceivedEvent: {
            /** @description Unique to the event and stable across retries and replays (EVT-3). */
            id: string;
            /**
             * @description Event type.
             * @constant
             */
            type: "cashbid.offer_received";
            /**
             * @deprecated
             * @description Alias of `type` (VER-3).
             * @constant
             */
            event: "cashbid.offer_received";
            /** @description False for sandbox subscriptions. */
            livemode: boolean;
            /**
             * Format: date-time
             * @description When the event was generated; the same in every attempt (EVT-19).
             * @example 2026-06-01T15:04:05.000Z
             */
            created_at: string;
            data: {
                /** @description An opaque string (CONV-2). */
                offer_id: string;
                /** @description An opaque string (CONV-2). */
                cash_bid_id: string;
                status: string;
            };
        };
        /**
         * @description A commodity.
         * @example {
         *       "slug": "canola",
         *       "name": "Canola"
         *     }
         */
        Commodity: {
            slug: string;
            name: string;
        };
        /**
         * @description A commodity and the period that its prices cover.
         * @example {
         *       "slug": "canola",
         *       "name": "Canola",
         *       "coverage": {
         *         "from": "2023-06-01",
         *         "to": "2026-06-01",
         *         "count": 783
         *       }
         *     }
         */
        CommodityCoverage: {
            slug: string;
            name: string;
            coverage: {
                /**
                 * Format: date
                 * @description ISO 8601 date.
                 * @example 2035-09-01
                 */
                from: string | null;
                /**
                 * Format: date
                 * @description ISO 8601 date.
                 * @example 2035-09-01
                 */
                to: string | null;
                count: number;
            };
        };
        /**
         * @description A new subscription, with the secret that signs its deliveries.
         * @example {
         *       "id": "whk_5f0c2a9b7d31e846",
         *       "url": "https://desk.example/hooks",
         *       "events": [
         *         "bid.accepted",
         *         "trade.settled"
         *       ],
         *       "is_active": true,
         *       "livemode": true,
         *       "created_at": "2026-06-01T15:04:05.000Z",
         *       "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
         *     }
         */
        CreatedSubscription: {
            /** @description An opaque string (CONV-2). */
            id: string;
            /** @description Delivery target URL. */
            url: string;
            /** @description Event types. */
            events: string[];
            is_active: boolean;
            /** @description Fixed at creation by the token used (WHK-6). */
            livemode: boolean;
            /**
             * Format: date-time
             * @description ISO 8601 date and time.
             * @example 2026-06-01T15:04:05.000Z
             */
            created_at: string;
            /** @description Begins with `whsec_`. Shown only here. */
            secret: string;
        };
        /**
         * @description A range of dates, inclusive.
         * @example {
         *       "from": "2035-09-01",
         *       "to": "2035-09-30"
         *     }
         */
        DateWindow: {
            /**
             * Format: date
             * @description ISO 8601 date.
             * @example 2035-09-01
             */
            from: string;
            /**
             * Format: date
             * @description ISO 8601 date.
             * @example 2035-09-01
             */
            to: string;
        };
        /**
         * @description The deleted resource.
         * @example {
         *       "deleted": true,
         *       "id": "whk_5f0c2a9b7d31e846"
         *     }
         */
        Deleted: {
            deleted: boolean;
            /** @description An opaque string (CONV-2). */
            id: string;
        };
        /**
         * @description One attempt to deliver an event.
         * @example {
         *       "id": "whd_e18c5a03b96f7d42",
         *       "event": "bid.accepted",
         *       "event_id": "evt_40a7d2c9156b8ef3",
         *       "status": "delivered",
         *       "response_status": 200,
         *       "attempts": 1,
         *       "delivered_at": "2026-06-02T09:30:01.000Z",
         *       "created_at": "2026-06-02T09:30:00.000Z"
         *     }
         */
        Delivery: {
            /** @description The id of this attempt. */
            id: string;
            /** @description Event type. */
            event: string;
            /** @description The id of the event; the same for all its attempts. */
            event_id: string;
            /** @enum {string} */
            status: "delivered" | "retrying" | "failed";
            /** @description HTTP status that the consumer returned; 0 if no response was received (RTY-8). */
            response_status: number;
            /** @description The number of this attempt, from 1. */
            attempts: number;
            /**
             * Format: date-time
             * @description ISO 8601 date and time.
             * @example 2026-06-01T15:04:05.000Z
             */
            delivered_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 date and time.
             * @example 2026-06-01T15:04:05.000Z
             */
            created_at: string;
        };
        /**
         * @description The delivery window.
         * @example {
         *       "from": "2035-09-01",
         *       "to": "2035-09-30"
         *     }
         */
        DeliveryInput: {
            /**
             * Format: date
             * @description ISO 8601 date.
             * @example 2035-09-01
             */
            from: string;
            /**
             * Format: date
             * @description ISO 8601 date.
             * @example 2035-09-01
             */
            to: string;
        };
        /**
         * @description One of the elevator's own delivery locations.
         * @example {
         *       "id": 1001,
         *       "name": "North pit",
         *       "formatted": "12 Railway Ave, Weyburn, SK",
         *       "city": "Weyburn",
         *       "province": "SK"
         *     }
         */
        DeliveryLocation: {
            id: number;
            name: string;
            formatted: string;
            city: string;
            province: string;
        };
        /**
         * @description An error (ERR-1).
         * @example {
         *       "error": {
         *         "status": 422,
         *         "code": "validation_failed",
         *         "message": "The request failed validation.",
         *         "errors": [
         *           {
         *             "field": "quantity_mt",
         *             "message": "must be at least 0.01"
         *           }
         *         ]
         *       }
         *     }
         */
        Error: {
            error: {
                status: number;
                code: string;
                message: string;
                errors?: components["schemas"]["FieldError"][];
            };
        };
        /**
         * @description A farm as a token with `farms.read` sees it.
         * @example {
         *       "id": "farm_b7a4105e9c3d268f",
         *       "name": "Coteau Ridge",
         *       "latitude": 50.312477,
         *       "longitude": -107.801932,
         *       "nearest_city": "Swift Current",
         *       "nearest_province": "SK",
         *       "created_at": "2024-03-02T17:45:00.000Z"
         *     }
         */
        Farm: {
            /** @description An opaque string (CONV-2). */
            id: string;
            name: string;
            latitude: number;
            longitude: number;
            nearest_city: string;
            nearest_province: string;
            /**
             * Format: date-time
             * @description ISO 8601 date and time.
             * @example 2026-06-01T15:04:05.000Z
             */
            created_at: string;
        };
        /**
         * @description An error in one field.
         * @example {
         *       "field": "quantity_mt",
         *       "message": "must be at least 0.01"
         *     }
         */
        FieldError: {
            field: string;
            message: string;
        };
        /**
         * @description An accepted grade name.
         * @example {
         *       "name": "No. 1 CWRS",
         *       "commodity": "cwrs-wheat"
         *     }
         */
        Grade: {
            name: string;
            /** @description Commodity slug. */
            commodity: string;
        };
        /**
         * @description The last, lowest, and highest price of a day or week. A week has the date of its Monday.
         * @example {
         *       "date": "2026-06-01",
         *       "price": {
         *         "amount": 662.1,
         *         "currency": "CAD",
         *         "unit": "MT"
         *       },
         *       "low": 658.3,
         *       "high": 664.9
         *     }
         */
        HistoryPoint: {
            /**
             * Format: date
             * @description ISO 8601 date.
             * @example 2035-09-01
             */
            date: string;
            price: components["schemas"]["Money"];
            low: number;
            high: number;
        };
        /**
         * @description An anonymized listing (PRIV-1). It does not identify the seller or the farm, and its location is a city.
         * @example {
         *       "id": "inv_3f9c2a71b04e8d55",
         *       "commodity": {
         *         "slug": "cwrs-wheat",
         *         "name": "CWRS Wheat"
         *       },
         *       "variety": "AAC Brandon",
         *       "grade": "No. 1 CWRS",
         *       "is_organic": false,
         *       "crop_year": 2025,
         *       "quantity_mt": 240,
         *       "quantity": {
         *         "amount": 240,
         *         "unit": "MT"
         *       },
         *       "asking_price": {
         *         "amount": 312.5,
         *         "currency": "CAD",
         *         "unit": "MT",
         *         "firm": false
         *       },
         *       "quality": {
         *         "protein": 13.4,
         *         "moisture": 12.1,
         *         "test_weight": 80.5,
         *         "dockage": 0.8,
         *         "falling_number": 340
         *       },
         *       "location": {
         *         "province": "SK",
         *         "nearest_city": "Swift Current"
         *       },
         *       "listed_at": "2026-05-20T14:03:00.000Z",
         *       "expires_at": null
         *     }
         */
        Inventory: {
            /** @description An opaque string (CONV-2). */
            id: string;
            commodity: components["schemas"]["Commodity"];
            variety: string | null;
            /** @description Grade code. Null for an ungraded lot, which takes multi-grade bids. */
            grade: string | null;
            is_organic: boolean;
            crop_year: number | null;
            /** @description Always in tonnes. */
            quantity_mt: number;
            quantity: components["schemas"]["Quantity"];
            asking_price: components["schemas"]["AskingPrice"] | null;
            quality: components["schemas"]["Quality"];
            location: components["schemas"]["Location"] | null;
            /**
             * Format: date-time
             * @description ISO 8601 date and time.
             * @example 2026-06-01T15:04:05.000Z
             */
            listed_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 date and time.
             * @example 2026-06-01T15:04:05.000Z
             */
            expires_at: string | null;
        };
        /**
         * @description The values that occur in the listings that the caller can see.
         * @example {
         *       "commodities": [
         *         {
         *           "slug": "canola",
         *           "name": "Canola"
         *         }
         *       ],
         *       "grades": [
         *         "No. 1 Canada"
         *       ],
         *       "provinces": [
         *         "AB",
         *         "SK"
         *       ],
         *       "crop_years": [
         *         2024,
         *         2025
         *       ]
         *     }
         */
        InventoryFilters: {
            commodities: components["schemas"]["Commodity"][];
            grades: string[];
            provinces: string[];
            crop_years: number[];
        };
        /** @description Accepted at subscription time, never emitted. */
        InventoryMatchedEvent: {
            /** @description Unique to the event and stable across retries and replays (EVT-3). */
            id: string;
            /**
             * @description Event type.
             * @constant
             */
            type: "inventory.matched";
            /**
             * @deprecated
             * @description Alias of `type` (VER-3).
             * @constant
             */
            event: "inventory.matched";
            /** @description False for sandbox subscriptions. */
            livemode: boolean;
            /**
             * Format: date-time
             * @description When the event was generated; the same in every attempt (EVT-19).
             * @example 2026-06-01T15:04:05.000Z
             */
            created_at: string;
            data: Record<string, never>;
        };
        /**
         * @description A seller's own listing.
         * @example {
         *       "id": "inv_3f9c2a71b04e8d55",
         *       "reference": "LOT-4D0ZK1PW",
         *       "status": "listed",
         *       "commodity": {
         *         "slug": "cwrs-wheat",
         *         "name": "CWRS Wheat"
         *       },
         *       "variety": "AAC Brandon",
         *       "grade": "No. 1 CWRS",
         *       "is_organic": false,
         *       "crop_year": 2025,
         *       "quantity_mt": 240,
         *       "quantity": {
         *         "amount": 240,
         *         "unit": "MT"
         *       },
         *       "target_price": {
         *         "amount": 312.5,
         *         "currency": "CAD",
         *         "unit": "MT",
         *         "firm": false
         *       },
         *       "quality": {
         *         "protein": 13.4,
         *         "moisture": 12.1
         *       },
         *       "location": {
         *         "province": "SK",
         *         "nearest_city": "Swift Current"
         *       },
         *       "farm": {
         *         "id": "farm_b7a4105e9c3d268f",
         *         "location": {
         *           "province": "SK",
         *           "nearest_city": "Swift Current"
         *         }
         *       },
         *       "manage_url": "https://marketplace.example/seller/listings/inv_3f9c2a71b04e8d55",
         *       "public_url": "https://marketplace.example/listings/inv_3f9c2a71b04e8d55",
         *       "listed_at": "2026-05-20T14:03:00.000Z",
         *       "expires_at": null,
         *       "created_at": "2026-05-20T14:03:00.000Z"
         *     }
         */
        Listing: {
            /** @description An opaque string (CONV-2). */
            id: string;
            reference: string;
            /** @enum {string} */
            status: "listed" | "unlisted" | "archived";
            commodity: components["schemas"]["Commodity"];
            variety: string | null;
            grade: string | null;
            is_organic: boolean;
            crop_year: number | null;
            quantity_mt: number;
            quantity: components["schemas"]["Quantity"];
            target_price: components["schemas"]["AskingPrice"] | null;
            quality: components["schemas"]["Quality"];
            location: components["schemas"]["Location"];
            /** @description A full farm with `farms.read`, else an opaque one (PRIV-14). */
            farm: components["schemas"]["Farm"] | components["schemas"]["OpaqueFarm"];
            /** @description The listing in the seller dashboard; null in the sandbox. */
            manage_url: string | null;
            /** @description The public page; null unless listed, always null in the sandbox. */
            public_url: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 date and time.
             * @example 2026-06-01T15:04:05.000Z
             */
            listed_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 date and time.
             * @example 2026-06-01T15:04:05.000Z
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 date and time.
             * @example 2026-06-01T15:04:05.000Z
             */
            created_at: string;
        };
        /**
         * @description A coarse location: a city.
         * @example {
         *       "province": "SK",
         *       "nearest_city": "Swift Current"
         *     }
         */
        Location: {
            province: string;
            nearest_city: string;
        };
        /**
         * @description The price of a commodity on a day.
         * @example {
         *       "commodity": {
         *         "slug": "canola",
         *         "name": "Canola"
         *       },
         *       "date": "2026-06-01",
         *       "price": {
         *         "amount": 662.1,
         *         "currency": "CAD",
         *         "unit": "MT"
         *       },
         *       "change": -1.4
         *     }
         */
        MarketPrice: {
            commodity: components["schemas"]["Commodity"];
            /**
             * Format: date
             * @description ISO 8601 date.
             * @example 2035-09-01
             */
            date: string;
            price: components["schemas"]["Money"];
            /** @description Change from the day before; null on the first day. */
            change: number | null;
        };
        /**
         * @description A price per unit.
         * @example {
         *       "amount": 312.5,
         *       "currency": "CAD",
         *       "unit": "MT"
         *     }
         */
        Money: {
            amount: number;
            currency: string;
            unit: string;
        };
        /**
         * @description A seller's offer on a cash bid. The seller is masked until the trade settles.
         * @example {
         *       "id": "cbo_6d1e83b5f09a27c4",
         *       "cash_bid_id": "cb_27e5d09f13c8ab64",
         *       "status": "pending",
         *       "price": {
         *         "amount": 670,
         *         "currency": "CAD",
         *         "unit": "MT"
         *       },
         *       "quantity_mt": 120,
         *       "counterparty": null,
         *       "created_at": "2026-05-30T18:20:00.000Z"
         *     }
         */
        Offer: {
            /** @description An opaque string (CONV-2). */
            id: string;
            /** @description An opaque string (CONV-2). */
            cash_bid_id: string;
            /** @enum {string} */
            status: "pending" | "accepted" | "rejected" | "expired";
            price: components["schemas"]["Money"];
            quantity_mt: number;
            /** @description Null until both invoices of the trade are paid, then the name of the other party (PRIV-4). */
            counterparty: {
                name: string;
            } | null;
            /**
             * Format: date-time
             * @description ISO 8601 date and time.
             * @example 2026-06-01T15:04:05.000Z
             */
            created_at: string;
        };
        /**
         * @description A farm as a token without `farms.read` sees it.
         * @example {
         *       "id": "farm_b7a4105e9c3d268f",
         *       "location": {
         *         "province": "SK",
         *         "nearest_city": "Swift Current"
         *       }
         *     }
         */
        OpaqueFarm: {
            /** @description An opaque string (CONV-2). */
            id: string;
            location: components["schemas"]["Location"];
        };
        /**
         * @description A bid on a lot. Use `price` for a graded lot and `bids` for an ungraded one.
         * @example {
         *       "price": {
         *         "amount": 305,
         *         "unit": "MT"
         *       },
         *       "quantity_mt": 120,
         *       "delivery": {
         *         "from": "2035-09-01",
         *         "to": "2035-09-30"
         *       }
         *     }
         * @example {
         *       "bids": [
         *         {
         *           "grade": "No. 1 CWRS",
         *           "price": {
         *             "amount": 318,
         *             "unit": "MT"
         *           }
         *         },
         *         {
         *           "grade": "No. 2 CWRS",
         *           "price": {
         *             "amount": 301,
         *             "unit": "MT"
         *           }
         *         }
         *       ],
         *       "quantity_mt": 80,
         *       "delivery": {
         *         "from": "2035-09-01",
         *         "to": "2035-09-30"
         *       }
         *     }
         */
        PlaceBid: {
            price?: components["schemas"]["PriceInput"] | null;
            /** @description For ungraded (multi-grade) listings. */
            bids?: {
                grade: string;
                price: components["schemas"]["PriceInput"];
                subject_to_sample_approval?: boolean | null;
            }[] | null;
            quantity_mt: number;
            delivery: components["schemas"]["DeliveryInput"];
            /** @description Default: true (BID-43). */
            fob_farm?: boolean | null;
            /** @description Required when `fob_farm` is false. From GET /delivery-locations. */
            delivery_location_id?: number | null;
            subject_to_sample_approval?: boolean | null;
            /** @description Free text, moderated. Must not contain an email address, phone number, or URL. */
            additional_terms?: string | null;
            /**
             * @description Default: 7 days after placement (BID-11).
             * @example 2026-06-17T12:00:00Z
             */
            expires_at?: string | null;
        };
        /**
         * @description A new listing.
         * @example {
         *       "commodity": "cwrs-wheat",
         *       "farm_id": "farm_b7a4105e9c3d268f",
         *       "quantity_mt": 240,
         *       "grade": "No. 1 CWRS",
         *       "crop_year": 2025,
         *       "target_price": {
         *         "amount": 312.5,
         *         "firm": false
         *       }
         *     }
         */
        PlaceListing: {
            /** @description Commodity slug. */
            commodity: string;
            /** @description One of the caller's farm ids. */
            farm_id: string;
            quantity_mt: number;
            /** @description Every buyer sees it, so it must not identify the seller. */
            variety?: string | null;
            crop_year?: number | null;
            /** @description Grade name from GET /grades. Without it, the listing is ungraded. */
            grade?: string | null;
            /** @description CAD per tonne. Without it, the listing has no target price. */
            target_price?: {
                amount: number;
                firm?: boolean | null;
            } | null;
            is_organic?: boolean | null;
            quality?: components["schemas"]["QualityInput"] | null;
            /** @description Publish immediately. Default: true (LST-3). */
            list?: boolean | null;
        };
        /** @description A time series of prices, oldest first. */
        PriceHistory: {
            /** @description The page of resources. */
            items: components["schemas"]["HistoryPoint"][];
            /**
             * @description Page size.
             * @example 20
             */
            limit: number;
            /**
             * @description Start offset.
             * @example 0
             */
            offset: number;
            /**
             * @description Total matching count.
             * @example 1
             */
            total: number;
            /** @description Link to the next page. */
            next: string | null;
            /** @description Link to the previous page. */
            previous: string | null;
            /** @description Link to this page. */
            href: string;
            commodity: components["schemas"]["Commodity"];
            /** @enum {string} */
            interval: "day" | "week";
        };
        /**
         * @description A price in the form of Money.
         * @example {
         *       "amount": 305,
         *       "unit": "MT"
         *     }
         */
        PriceInput: {
            amount: number;
            unit: components["schemas"]["Unit"];
            /** @enum {unknown} */
            currency?: "CAD" | null;
            /** @description Ignored, so that an asking price can be sent back. */
            firm?: boolean | null;
        };
        /**
         * @description Measurements of a sample. Each can be null or absent.
         * @example {
         *       "protein": 13.4,
         *       "moisture": 12.1,
         *       "test_weight": 80.5,
         *       "dockage": 0.8,
         *       "falling_number": 340
         *     }
         */
        Quality: {
            protein?: number | null;
            moisture?: number | null;
            test_weight?: number | null;
            dockage?: number | null;
            falling_number?: number | null;
        };
        /**
         * @description Measurements of a sample. Each can be null or absent.
         * @example {
         *       "protein": 13.4,
         *       "moisture": 12.1
         *     }
         */
        QualityInput: {
            protein?: number | null;
            moisture?: number | null;
            test_weight?: number | null;
            dockage?: number | null;
            falling_number?: number | null;
        };
        /**
         * @description A quantity rendered in a unit.
         * @example {
         *       "amount": 120,
         *       "unit": "MT"
         *     }
         */
        Quantity: {
            amount: number;
            unit: components["schemas"]["Unit"];
        };
        /** @description The location stayed under its threshold long enough for the episode to clear. */
        QueueCongestionClearedEvent: {
            /** @description Unique to the event and stable across retries and replays (EVT-3). */
            id: string;
            /**
             * @description Event type.
             * @constant
             */
            type: "queue.congestion_cleared";
            /**
             * @deprecated
             * @description Alias of `type` (VER-3).
             * @constant
             */
            event: "queue.congestion_cleared";
            /** @description False for sandbox subscriptions. */
            livemode: boolean;
            /**
             * Format: date-time
             * @description When the event was generated; the same in every attempt (EVT-19).
             * @example 2026-06-01T15:04:05.000Z
             */
            created_at: string;
            data: {
                location_id: number;
                name: string;
                trucks_waiting: number;
                threshold: number;
                /**
                 * Format: date-time
                 * @description ISO 8601 date and time.
                 * @example 2026-06-01T15:04:05.000Z
                 */
                started_at: string;
            };
        };
        /** @description One of the elevator's delivery locations crossed its congestion threshold. */
        QueueCongestionStartedEvent: {
            /** @description Unique to the event and stable across retries and replays (EVT-3). */
            id: string;
            /**
             * @description Event type.
             * @constant
             */
            type: "queue.congestion_started";
            /**
             * @deprecated
             * @description Alias of `type` (VER-3).
             * @constant
             */
            event: "queue.congestion_started";
            /** @description False for sandbox subscriptions. */
            livemode: boolean;
            /**
             * Format: date-time
             * @description When the event was generated; the same in every attempt (EVT-19).
             * @example 2026-06-01T15:04:05.000Z
             */
            created_at: string;
            data: {
                location_id: number;
                name: string;
                trucks_waiting: number;
                threshold: number;
                /**
                 * Format: date-time
                 * @description ISO 8601 date and time.
                 * @example 2026-06-01T15:04:05.000Z
                 */
                started_at: string;
            };
        };
        /**
         * @description A bid as the seller of the lot sees it.
         * @example {
         *       "id": "bid_8a1f04c2de97b365",
         *       "reference": "BID-7K2QM9XA",
         *       "status": "pending",
         *       "type": "single_grade",
         *       "price": {
         *         "amount": 305,
         *         "currency": "CAD",
         *         "unit": "MT"
         *       },
         *       "quantity_mt": 120,
         *       "quantity": {
         *         "amount": 120,
         *         "unit": "MT"
         *       },
         *       "delivery": {
         *         "from": "2035-09-01",
         *         "to": "2035-09-30"
         *       },
         *       "fob_farm": true,
         *       "delivery_location_id": null,
         *       "subject_to_sample_approval": false,
         *       "additional_terms": null,
         *       "expires_at": "2026-06-08T15:04:05.000Z",
         *       "counter_to": null,
         *       "awaiting": "seller",
         *       "counterparty": null,
         *       "created_at": "2026-06-01T15:04:05.000Z",
         *       "listing_id": "inv_3f9c2a71b04e8d55",
         *       "buyer_label": "Buyer",
         *       "buyer_type": "buyer"
         *     }
         */
        ReceivedBid: {
            /** @description An opaque string (CONV-2). */
            id: string;
            /** @description A short id for people to read. */
            reference: string;
            /** @enum {string} */
            status: "pending" | "accepted" | "rejected" | "countered" | "expired";
            /** @description `single_grade` or `multi_grade`. */
            type: string;
            /** @description Null on a multi-grade bid. */
            price: components["schemas"]["Money"] | null;
            /** @description The lines of a multi-grade bid; absent on others. */
            grades?: components["schemas"]["BidLine"][];
            quantity_mt: number;
            quantity: components["schemas"]["Quantity"];
            delivery: components["schemas"]["DateWindow"];
            fob_farm: boolean;
            delivery_location_id: number | null;
            subject_to_sample_approval: boolean;
            additional_terms: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 date and time.
             * @example 2026-06-01T15:04:05.000Z
             */
            expires_at: string | null;
            /** @description The bid that this one counters. */
            counter_to: string | null;
            /**
             * @description The side that must respond to a pending bid; null once it is decided.
             * @enum {string|null}
             */
            awaiting: "buyer" | "seller" | null;
            /** @description Null until both invoices of the trade are paid, then the name of the other party (PRIV-4). */
            counterparty: {
                name: string;
            } | null;
            /**
             * Format: date-time
             * @description ISO 8601 date and time.
             * @example 2026-06-01T15:04:05.000Z
             */
            created_at: string;
            /** @description An opaque string (CONV-2). */
            listing_id: string;
            /** @description The company name of a verified elevator, else the literal `Buyer`. */
            buyer_label: string;
            buyer_type: string | null;
        };
        /**
         * @description The open bids of one listing, best price first.
         * @example {
         *       "listing": {
         *         "id": "inv_3f9c2a71b04e8d55",
         *         "reference": "LOT-4D0ZK1PW",
         *         "commodity": {
         *           "slug": "cwrs-wheat",
         *           "name": "CWRS Wheat"
         *         },
         *         "grade": "No. 1 CWRS",
         *         "quantity_mt": 240
         *       },
         *       "bids": [
         *         {
         *           "id": "bid_8a1f04c2de97b365",
         *           "reference": "BID-7K2QM9XA",
         *           "status": "pending",
         *           "type": "single_grade",
         *           "price": {
         *             "amount": 305,
         *             "currency": "CAD",
         *             "unit": "MT"
         *           },
         *           "quantity_mt": 120,
         *           "quantity": {
         *             "amount": 120,
         *             "unit": "MT"
         *           },
         *           "delivery": {
         *             "from": "2035-09-01",
         *             "to": "2035-09-30"
         *           },
         *           "fob_farm": true,
         *           "delivery_location_id": null,
         *           "subject_to_sample_approval": false,
         *           "additional_terms": null,
         *           "expires_at": "2026-06-08T15:04:05.000Z",
         *           "counter_to": null,
         *           "awaiting": "seller",
         *           "counterparty": null,
         *           "created_at": "2026-06-01T15:04:05.000Z",
         *           "listing_id": "inv_3f9c2a71b04e8d55",
         *           "buyer_label": "Buyer",
         *           "buyer_type": "buyer"
         *         }
         *       ]
         *     }
         */
        ReceivedBids: {
            listing: {
                /** @description An opaque string (CONV-2). */
                id: string;
                reference: string;
                commodity: components["schemas"]["Commodity"];
                grade: string | null;
                quantity_mt: number;
            };
            bids: components["schemas"]["ReceivedBid"][];
        };
        /**
         * @description The event that is queued for redelivery.
         * @example {
         *       "queued": true,
         *       "event": "bid.accepted",
         *       "event_id": "evt_40a7d2c9156b8ef3"
         *     }
         */
        Redelivery: {
            queued: boolean;
            event: string;
            /** @description An opaque string (CONV-2). */
            event_id: string;
        };
        /**
         * @description A sandbox test user with its token.
         * @example {
         *       "id": "usr_51c9e07ab3f2d846",
         *       "email": "seller-1@sandbox.example",
         *       "role": "seller",
         *       "access_token": "example-sandbox-token",
         *       "expires_in": 3600,
         *       "team_id": null,
         *       "created_at": "2026-06-01T15:04:05.000Z"
         *     }
         */
        SandboxUser: {
            /** @description An opaque string (CONV-2). */
            id: string;
            email: string;
            /** @enum {string} */
            role: "seller" | "buyer";
            access_token: string;
            expires_in: number;
            /** @description An opaque string (CONV-2). */
            team_id: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 date and time.
             * @example 2026-06-01T15:04:05.000Z
             */
            created_at: string;
        };
        /**
         * @description The event to simulate.
         * @example {
         *       "event": "bid.received",
         *       "price": 301.5
         *     }
         */
        SimulateEvent: {
            /** @enum {string} */
            event: "bid.received";
            /** @description One of the caller's sandbox listings. Default: the newest. */
            inventory_id?: string | null;
            /** @description CAD per tonne. Default: the target price, or 250.00 without one. */
            price?: number | null;
            /** @description Tonnes, limited to the quantity of the listing. Default: the whole quantity. */
            quantity?: number | null;
        };
        /**
         * @description The bid that the simulator placed.
         * @example {
         *       "event": "bid.received",
         *       "simulated": true,
         *       "bid_id": "bid_8a1f04c2de97b365",
         *       "bid_reference": "BID-7K2QM9XA",
         *       "inventory_id": "inv_3f9c2a71b04e8d55",
         *       "buyer": {
         *         "id": "usr_51c9e07ab3f2d846",
         *         "email": "simulator@sandbox.example"
         *       },
         *       "webhook_deliveries_queued": 1,
         *       "warning": null
         *     }
         */
        SimulatedEvent: {
            event: string;
            simulated: boolean;
            /** @description An opaque string (CONV-2). */
            bid_id: string;
            bid_reference: string;
            /** @description An opaque string (CONV-2). */
            inventory_id: string;
            buyer: {
                /** @description An opaque string (CONV-2). */
                id: string;
                email: string;
            };
            webhook_deliveries_queued: number;
            /** @description Why no delivery was queued. */
            warning: string | null;
        };
        /**
         * @description A new cash bid; active unless `is_active` is false.
         * @example {
         *       "commodity": "canola",
         *       "grade": "No. 1 Canada",
         *       "price": {
         *         "amount": 664,
         *         "unit": "MT"
         *       },
         *       "quantity_mt": 500,
         *       "delivery": {
         *         "from": "2035-09-01",
         *         "to": "2035-10-31"
         *       },
         *       "delivery_location_id": 1001
         *     }
         */
        StoreCashBid: {
            commodity: string;
            grade?: string | null;
            crop_year?: number | null;
            price: components["schemas"]["PriceInput"];
            quantity_mt: number;
            delivery: components["schemas"]["DeliveryInput"];
            delivery_location_id: number;
            is_active?: boolean | null;
        };
        /**
         * @description A new farm; every field is required.
         * @example {
         *       "name": "Coteau Ridge",
         *       "latitude": 50.312477,
         *       "longitude": -107.801932,
         *       "nearest_city": "Swift Current",
         *       "nearest_province": "SK"
         *     }
         */
        StoreFarm: {
            name: string;
            latitude: number;
            longitude: number;
            nearest_city: string;
            nearest_province: string;
        };
        /**
         * @description A new test user.
         * @example {
         *       "role": "seller"
         *     }
         */
        StoreSandboxUser: {
            /** @enum {string} */
            role: "seller" | "buyer";
            name?: string | null;
            /** Format: email */
            email?: string | null;
        };
        /**
         * @description A URL and the event types to send there.
         * @example {
         *       "url": "https://desk.example/hooks",
         *       "events": [
         *         "bid.accepted",
         *         "trade.settled"
         *       ]
         *     }
         */
        StoreSubscription: {
            /** @description An http or https URL. */
            url: string;
            events: string[];
        };
        /**
         * @description A webhook subscription of the team.
         * @example {
         *       "id": "whk_5f0c2a9b7d31e846",
         *       "url": "https://desk.example/hooks",
         *       "events": [
         *         "bid.accepted",
         *         "trade.settled"
         *       ],
         *       "is_active": true,
         *       "livemode": true,
         *       "created_at": "2026-06-01T15:04:05.000Z"
         *     }
         */
        Subscription: {
            /** @description An opaque string (CONV-2). */
            id: string;
            /** @description Delivery target URL. */
            url: string;
            /** @description Event types. */
            events: string[];
            is_active: boolean;
            /** @description Fixed at creation by the token used (WHK-6). */
            livemode: boolean;
            /**
             * Format: date-time
             * @description ISO 8601 date and time.
             * @example 2026-06-01T15:04:05.000Z
             */
            created_at: string;
        };
        /**
         * @description A team of the user.
         * @example {
         *       "id": "tm_0b6de2f4917ac853",
         *       "name": "Northern Plains Grain",
         *       "role": "owner",
         *       "type": "elevator",
         *       "is_verified_elevator": true,
         *       "created_at": "2023-04-11T16:00:00.000Z"
         *     }
         */
        Team: {
            /** @description An opaque string (CONV-2). */
            id: string;
            name: string;
            /**
             * @description The user's role in the team.
             * @enum {string}
             */
            role: "owner" | "admin" | "member";
            /** @enum {string} */
            type: "elevator" | "buyer";
            is_verified_elevator: boolean;
            /**
             * Format: date-time
             * @description ISO 8601 date and time.
             * @example 2026-06-01T15:04:05.000Z
             */
            created_at: string;
        };
        /**
         * @description A trade, Pending until both invoices are paid.
         * @example {
         *       "id": "trd_c40b7e19a2d8f356",
         *       "reference": "TRD-M3X8V0QF",
         *       "status": "Pending",
         *       "side": "buyer",
         *       "bid_id": "bid_8a1f04c2de97b365",
         *       "offer_id": null,
         *       "inventory_id": "inv_3f9c2a71b04e8d55",
         *       "commodity": {
         *         "slug": "cwrs-wheat",
         *         "name": "CWRS Wheat"
         *       },
         *       "quantity_mt": 120,
         *       "quantity": {
         *         "amount": 120,
         *         "unit": "MT"
         *       },
         *       "price": {
         *         "amount": 305,
         *         "currency": "CAD",
         *         "unit": "MT"
         *       },
         *       "delivery": {
         *         "from": "2035-09-01",
         *         "to": "2035-09-30"
         *       },
         *       "invoices": [
         *         {
         *           "kind": "buyer",
         *           "status": "unpaid"
         *         },
         *         {
         *           "kind": "seller",
         *           "status": "unpaid"
         *         }
         *       ],
         *       "counterparty": null,
         *       "created_at": "2026-06-02T09:30:00.000Z",
         *       "settled_at": null
         *     }
         */
        Trade: {
            /** @description An opaque string (CONV-2). */
            id: string;
            reference: string;
            /** @enum {string} */
            status: "Pending" | "Completed";
            /**
             * @description The side of the caller.
             * @enum {string}
             */
            side: "buyer" | "seller";
            /** @description An opaque string (CONV-2). */
            bid_id: string | null;
            /** @description An opaque string (CONV-2). */
            offer_id: string | null;
            /** @description An opaque string (CONV-2). */
            inventory_id: string | null;
            commodity: components["schemas"]["Commodity"];
            quantity_mt: number;
            quantity: components["schemas"]["Quantity"];
            price: components["schemas"]["Money"];
            delivery: components["schemas"]["DateWindow"] | null;
            /** @description Both invoices, without names. */
            invoices: {
                /** @enum {string} */
                kind: "buyer" | "seller";
                /** @enum {string} */
                status: "unpaid" | "paid";
            }[];
            /** @description Null until both invoices of the trade are paid, then the name of the other party (PRIV-4). */
            counterparty: {
                name: string;
            } | null;
            /**
             * Format: date-time
             * @description ISO 8601 date and time.
             * @example 2026-06-01T15:04:05.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 date and time.
             * @example 2026-06-01T15:04:05.000Z
             */
            settled_at: string | null;
        };
        /** @description A bid became a trade. */
        TradeCreatedEvent: {
            /** @description Unique to the event and stable across retries and replays (EVT-3). */
            id: string;
            /**
             * @description Event type.
             * @constant
             */
            type: "trade.created";
            /**
             * @deprecated
             * @description Alias of `type` (VER-3).
             * @constant
             */
            event: "trade.created";
            /** @description False for sandbox subscriptions. */
            livemode: boolean;
            /**
             * Format: date-time
             * @description When the event was generated; the same in every attempt (EVT-19).
             * @example 2026-06-01T15:04:05.000Z
             */
            created_at: string;
            data: {
                /** @description An opaque string (CONV-2). */
                trade_id: string;
                status: string;
                /** @description An opaque string (CONV-2). */
                inventory_id: string | null;
                commodity: components["schemas"]["Commodity"];
                quantity_mt: number;
                price: components["schemas"]["Money"];
                /** @description An opaque string (CONV-2). */
                bid_id: string | null;
            };
        };
        /** @description Both invoices on the trade are paid. */
        TradeSettledEvent: {
            /** @description Unique to the event and stable across retries and replays (EVT-3). */
            id: string;
            /**
             * @description Event type.
             * @constant
             */
            type: "trade.settled";
            /**
             * @deprecated
             * @description Alias of `type` (VER-3).
             * @constant
             */
            event: "trade.settled";
            /** @description False for sandbox subscriptions. */
            livemode: boolean;
            /**
             * Format: date-time
             * @description When the event was generated; the same in every attempt (EVT-19).
             * @example 2026-06-01T15:04:05.000Z
             */
            created_at: string;
            data: {
                /** @description An opaque string (CONV-2). */
                trade_id: string;
                status: string;
                /** @description An opaque string (CONV-2). */
                inventory_id: string | null;
                commodity: components["schemas"]["Commodity"];
                quantity_mt: number;
                price: components["schemas"]["Money"];
            };
        };
        /**
         * @description Tonne, bushel (the standard bushel weight of the commodity), pound, hundredweight (100 lb), short ton.
         * @example MT
         * @enum {string}
         */
        Unit: "MT" | "BU" | "LB" | "CWT" | "ST";
        /**
         * @description The fields to change.
         * @example {
         *       "is_active": false
         *     }
         */
        UpdateCashBid: {
            price?: components["schemas"]["PriceInput"] | null;
            quantity_mt?: number | null;
            delivery?: components["schemas"]["DeliveryInput"] | null;
            is_active?: boolean | null;
        };
        /**
         * @description The fields to change.
         * @example {
         *       "name": "Coteau Ridge East"
         *     }
         */
        UpdateFarm: {
            name?: string | null;
            latitude?: number | null;
            longitude?: number | null;
            nearest_city?: string | null;
            nearest_province?: string | null;
        };
        /**
         * @description The fields to change.
         * @example {
         *       "listed": false
         *     }
         */
        UpdateListing: {
            target_price?: {
                amount: number;
                firm?: boolean | null;
            } | null;
            listed?: boolean | null;
            quantity_mt?: number | null;
        };
    };
    responses: {
        /** @description The access token is missing, unknown or expired. */
        unauthenticated: {
            headers: {
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The token lacks the required scope or eligibility. */
        insufficient_scope: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A query parameter is not valid. */
        invalid_filter_assumed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Too many requests. Retry after the time given in Retry-After. */
        rate_limited_assumed: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Something went wrong on our side. */
        internal_error_assumed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request target is not a valid URL path. A query parameter is not valid. */
        malformed_request_or_invalid_filter_assumed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no such resource. */
        not_found: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The token is not bound to a team. The request target is not a valid URL path. The body is not valid JSON. A header is not valid. */
        no_team_or_malformed_request_or_invalid_json_or_invalid_header: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is larger than this service accepts. */
        payload_too_large_assumed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body must be sent as application/json. */
        unsupported_media_type_assumed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description This Idempotency-Key was used with a different body. */
        idempotency_conflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no such resource. */
        not_found_assumed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The token is not bound to a team. A query parameter is not valid. */
        no_team_or_invalid_filter: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The token is not bound to a team. The request target is not a valid URL path. A query parameter is not valid. */
        no_team_or_malformed_request_or_invalid_filter_assumed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The access token is missing, unknown or expired. */
        unauthenticated_assumed: {
            headers: {
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request target is not a valid URL path. The body is not valid JSON. */
        malformed_request_or_invalid_json_assumed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request target is not a valid URL path. */
        malformed_request_assumed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The bid is no longer pending. */
        bid_not_pending_assumed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The token lacks the required scope or eligibility. */
        insufficient_scope_assumed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request target is not a valid URL path. The body is not valid JSON. A header is not valid. */
        malformed_request_or_invalid_json_or_invalid_header_assumed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The token is not bound to a team. A query parameter is not valid. */
        no_team_or_invalid_filter_assumed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A query parameter is not valid. */
        invalid_filter: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The token is not bound to a team. The body is not valid JSON. */
        no_team_or_invalid_json_assumed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The token is not bound to a team. The request target is not a valid URL path. The body is not valid JSON. */
        no_team_or_malformed_request_or_invalid_json_assumed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The token is not bound to a team. The request target is not a valid URL path. */
        no_team_or_malformed_request_assumed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The resource is no longer in a state that allows this. */
        conflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The subscription is inactive. Only a failed delivery can be replayed. */
        subscription_inactive_or_delivery_not_failed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is not valid JSON. */
        invalid_json_assumed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The token lacks the required scope or eligibility. Publishing needs a payment method on file, on the farm the inventory belongs to. */
        insufficient_scope_or_payment_method_required: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The token lacks the required scope or eligibility. Publishing needs a payment method on file, on the farm the inventory belongs to. */
        insufficient_scope_or_payment_method_required_assumed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /**
         * @description Page size.
         * @example 20
         */
        limit: number;
        /**
         * @description Start offset.
         * @example 0
         */
        offset: number;
        /**
         * @description The unit of the rendered `quantity`. Prices are always per tonne.
         * @example MT
         */
        units: components["schemas"]["Unit"];
        /**
         * @description Repeating a key with the same body returns the original bid (IDEM-2). Repeating it with a different body returns 409 (IDEM-3).
         * @example 7d0c2e9e-5a0b-4a53-9a3f-0c1b3f4f7d10
         */
        idempotency_key: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description How to authenticate.
         * @example Bearer
         */
        "WWW-Authenticate": string;
        /**
         * @description Seconds to wait.
         * @example 1
         */
        "Retry-After": number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listInventory: {
        parameters: {
            query?: {
                /**
                 * @description Commodity slugs, comma-separated. Matches any of them.
                 * @example canola,durum
                 */
                commodity?: string;
                /**
                 * @description Grade code.
                 * @example No. 1 CWRS
                 */
                grade?: string;
                /**
                 * @description Minimum quantity, in `units`.
                 * @example 50
                 */
                min_quantity?: number;
                /**
                 * @description Maximum quantity, in `units`.
                 * @example 500
                 */
                max_quantity?: number;
                /**
                 * @description Province.
                 * @example SK
                 */
                province?: string;
                /**
                 * @description `lat,lng,radius_km`: distance to the centroid of the nearest city.
                 * @example 50.29,-107.80,100
                 */
                near?: string;
                /**
                 * @description Crop year.
                 * @example 2025
                 */
                crop_year?: number;
                /**
                 * @description If true, only organic lots; if false, only others.
                 * @example true
                 */
                is_organic?: boolean;
                /**
                 * @description Minimum protein, in percent.
                 * @example 12.5
                 */
                min_protein?: number;
                /**
                 * @description Sort order. Default: newest first.
                 * @example price
                 */
                sort?: "price" | "-price" | "quantity" | "-quantity" | "listed_at" | "-listed_at";
                /**
                 * @description Page size.
                 * @example 20
                 */
                limit?: components["parameters"]["limit"];
                /**
                 * @description Start offset.
                 * @example 0
                 */
                offset?: components["parameters"]["offset"];
                /**
                 * @description The unit of the rendered `quantity`. Prices are always per tonne.
                 * @example MT
                 */
                units?: components["parameters"]["units"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of listings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The page of resources. */
                        items: components["schemas"]["Inventory"][];
                        /**
                         * @description Page size.
                         * @example 20
                         */
                        limit: number;
                        /**
                         * @description Start offset.
                         * @example 0
                         */
                        offset: number;
                        /**
                         * @description Total matching count.
                         * @example 1
                         */
                        total: number;
                        /** @description Link to the next page. */
                        next: string | null;
                        /** @description Link to the previous page. */
                        previous: string | null;
                        /** @description Link to this page. */
                        href: string;
                    };
                };
            };
            400: components["responses"]["invalid_filter_assumed"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["insufficient_scope"];
            429: components["responses"]["rate_limited_assumed"];
            500: components["responses"]["internal_error_assumed"];
        };
    };
    getInventoryFilters: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The values that occur in listings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["InventoryFilters"];
                    };
                };
            };
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["insufficient_scope"];
            429: components["responses"]["rate_limited_assumed"];
            500: components["responses"]["internal_error_assumed"];
        };
    };
    getInventory: {
        parameters: {
            query?: {
                /**
                 * @description The unit of the rendered `quantity`. Prices are always per tonne.
                 * @example MT
                 */
                units?: components["parameters"]["units"];
            };
            header?: never;
            path: {
                /**
                 * @description Public inventory id.
                 * @example inv_3f9c2a71b04e8d55
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The listing. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Inventory"];
                    };
                };
            };
            400: components["responses"]["malformed_request_or_invalid_filter_assumed"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited_assumed"];
            500: components["responses"]["internal_error_assumed"];
        };
    };
    placeBid: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Repeating a key with the same body returns the original bid (IDEM-2). Repeating it with a different body returns 409 (IDEM-3).
                 * @example 7d0c2e9e-5a0b-4a53-9a3f-0c1b3f4f7d10
                 */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
            };
            path: {
                /**
                 * @description Public inventory id.
                 * @example inv_3f9c2a71b04e8d55
                 */
                id: string;
            };
            cookie?: never;
        };
        /** @description A bid on a lot. Use `price` for a graded lot and `bids` for an ungraded one. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlaceBid"];
            };
        };
        responses: {
            /** @description The pending bid. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Bid"];
                    };
                };
            };
            400: components["responses"]["no_team_or_malformed_request_or_invalid_json_or_invalid_header"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found_assumed"];
            409: components["responses"]["idempotency_conflict"];
            413: components["responses"]["payload_too_large_assumed"];
            415: components["responses"]["unsupported_media_type_assumed"];
            /** @description The request failed validation. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["rate_limited_assumed"];
            500: components["responses"]["internal_error_assumed"];
        };
    };
    listBids: {
        parameters: {
            query?: {
                /**
                 * @description Only bids with this status.
                 * @example pending
                 */
                status?: "pending" | "accepted" | "rejected" | "countered" | "expired";
                /**
                 * @description Page size.
                 * @example 20
                 */
                limit?: components["parameters"]["limit"];
                /**
                 * @description Start offset.
                 * @example 0
                 */
                offset?: components["parameters"]["offset"];
                /**
                 * @description The unit of the rendered `quantity`. Prices are always per tonne.
                 * @example MT
                 */
                units?: components["parameters"]["units"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of bids, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The page of resources. */
                        items: components["schemas"]["Bid"][];
                        /**
                         * @description Page size.
                         * @example 20
                         */
                        limit: number;
                        /**
                         * @description Start offset.
                         * @example 0
                         */
                        offset: number;
                        /**
                         * @description Total matching count.
                         * @example 1
                         */
                        total: number;
                        /** @description Link to the next page. */
                        next: string | null;
                        /** @description Link to the previous page. */
                        previous: string | null;
                        /** @description Link to this page. */
                        href: string;
                    };
                };
            };
            400: components["responses"]["no_team_or_invalid_filter"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["insufficient_scope"];
            429: components["responses"]["rate_limited_assumed"];
            500: components["responses"]["internal_error_assumed"];
        };
    };
    getBid: {
        parameters: {
            query?: {
                /**
                 * @description The unit of the rendered `quantity`. Prices are always per tonne.
                 * @example MT
                 */
                units?: components["parameters"]["units"];
            };
            header?: never;
            path: {
                /**
                 * @description Bid id.
                 * @example bid_8a1f04c2de97b365
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bid. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Bid"];
                    };
                };
            };
            400: components["responses"]["no_team_or_malformed_request_or_invalid_filter_assumed"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited_assumed"];
            500: components["responses"]["internal_error_assumed"];
        };
    };
    acceptBid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Bid id.
                 * @example bid_8a1f04c2de97b365
                 */
                id: string;
            };
            cookie?: never;
        };
        /** @description Needed for multi-grade bids only. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AcceptBid"];
            };
        };
        responses: {
            /** @description The new trade. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Trade"];
                    };
                };
            };
            400: components["responses"]["malformed_request_or_invalid_json_assumed"];
            401: components["responses"]["unauthenticated_assumed"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            413: components["responses"]["payload_too_large_assumed"];
            415: components["responses"]["unsupported_media_type_assumed"];
            /** @description The request failed validation. To accept a multi-grade bid, name its lines in bid_items. The bid is no longer pending. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["rate_limited_assumed"];
            500: components["responses"]["internal_error_assumed"];
        };
    };
    rejectBid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Bid id.
                 * @example bid_8a1f04c2de97b365
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rejected bid. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Bid"] | components["schemas"]["ReceivedBid"];
                    };
                };
            };
            400: components["responses"]["malformed_request_assumed"];
            401: components["responses"]["unauthenticated_assumed"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            422: components["responses"]["bid_not_pending_assumed"];
            429: components["responses"]["rate_limited_assumed"];
            500: components["responses"]["internal_error_assumed"];
        };
    };
    counterBid: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Repeating a key with the same body returns the original bid (IDEM-2). Repeating it with a different body returns 409 (IDEM-3).
                 * @example 7d0c2e9e-5a0b-4a53-9a3f-0c1b3f4f7d10
                 */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
            };
            path: {
                /**
                 * @description Bid id.
                 * @example bid_8a1f04c2de97b365
                 */
                id: string;
            };
            cookie?: never;
        };
        /** @description A bid on a lot. Use `price` for a graded lot and `bids` for an ungraded one. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlaceBid"];
            };
        };
        responses: {
            /** @description The new bid. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Bid"] | components["schemas"]["ReceivedBid"];
                    };
                };
            };
            400: components["responses"]["malformed_request_or_invalid_json_or_invalid_header_assumed"];
            401: components["responses"]["unauthenticated_assumed"];
            403: components["responses"]["insufficient_scope_assumed"];
            404: components["responses"]["not_found_assumed"];
            409: components["responses"]["idempotency_conflict"];
            413: components["responses"]["payload_too_large_assumed"];
            415: components["responses"]["unsupported_media_type_assumed"];
            /** @description The request failed validation. The bid is no longer pending. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["rate_limited_assumed"];
            500: components["responses"]["internal_error_assumed"];
        };
    };
    listDeliveryLocations: {
        parameters: {
            query?: {
                /**
                 * @description Page size.
                 * @example 20
                 */
                limit?: components["parameters"]["limit"];
                /**
                 * @description Start offset.
                 * @example 0
                 */
                offset?: components["parameters"]["offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery locations. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The page of resources. */
                        items: components["schemas"]["DeliveryLocation"][];
                        /**
                         * @description Page size.
                         * @example 20
                         */
                        limit: number;
                        /**
                         * @description Start offset.
                         * @example 0
                         */
                        offset: number;
                        /**
                         * @description Total matching count.
                         * @example 1
                         */
                        total: number;
                        /** @description Link to the next page. */
                        next: string | null;
                        /** @description Link to the previous page. */
                        previous: string | null;
                        /** @description Link to this page. */
                        href: string;
                    };
                };
            };
            400: components["responses"]["no_team_or_invalid_filter_assumed"];
            401: components["responses"]["unauthenticated_assumed"];
            403: components["responses"]["insufficient_scope"];
            429: components["responses"]["rate_limited_assumed"];
            500: components["responses"]["internal_error_assumed"];
        };
    };
    listMarketCommodities: {
        parameters: {
            query?: {
                /**
                 * @description Page size.
                 * @example 20
                 */
                limit?: components["parameters"]["limit"];
                /**
                 * @description Start offset.
                 * @example 0
                 */
                offset?: components["parameters"]["offset"];
                /**
                 * @description The unit of the rendered `quantity`. Prices are always per tonne.
                 * @example MT
                 */
                units?: components["parameters"]["units"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Commodities. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The page of resources. */
                        items: components["schemas"]["CommodityCoverage"][];
                        /**
                         * @description Page size.
                         * @example 20
                         */
                        limit: number;
                        /**
                         * @description Start offset.
                         * @example 0
                         */
                        offset: number;
                        /**
                         * @description Total matching count.
                         * @example 1
                         */
                        total: number;
                        /** @description Link to the next page. */
                        next: string | null;
                        /** @description Link to the previous page. */
                        previous: string | null;
                        /** @description Link to this page. */
                        href: string;
                    };
                };
            };
            400: components["responses"]["invalid_filter_assumed"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["insufficient_scope"];
            429: components["responses"]["rate_limited_assumed"];
            500: components["responses"]["internal_error_assumed"];
        };
    };
    listMarketPrices: {
        parameters: {
            query?: {
                /**
                 * @description Commodity slugs, comma-separated.
                 * @example canola,durum
                 */
                commodity?: string;
                /**
                 * @description Return prices as of this date. Default: current prices.
                 * @example 2026-06-01
                 */
                date?: string;
                /**
                 * @description Page size.
                 * @example 20
                 */
                limit?: components["parameters"]["limit"];
                /**
                 * @description Start offset.
                 * @example 0
                 */
                offset?: components["parameters"]["offset"];
                /**
                 * @description The unit of the rendered `quantity`. Prices are always per tonne.
                 * @example MT
                 */
                units?: components["parameters"]["units"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One price per commodity. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The page of resources. */
                        items: components["schemas"]["MarketPrice"][];
                        /**
                         * @description Page size.
                         * @example 20
                         */
                        limit: number;
                        /**
                         * @description Start offset.
                         * @example 0
                         */
                        offset: number;
                        /**
                         * @description Total matching count.
                         * @example 1
                         */
                        total: number;
                        /** @description Link to the next page. */
                        next: string | null;
                        /** @description Link to the previous page. */
                        previous: string | null;
                        /** @description Link to this page. */
                        href: string;
                    };
                };
            };
            400: components["responses"]["invalid_filter_assumed"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["insufficient_scope"];
            429: components["responses"]["rate_limited_assumed"];
            500: components["responses"]["internal_error_assumed"];
        };
    };
    getPriceHistory: {
        parameters: {
            query?: {
                /**
                 * @description First day.
                 * @example 2026-06-01
                 */
                from?: string;
                /**
                 * @description Last day.
                 * @example 2026-06-01
                 */
                to?: string;
                /**
                 * @description One point per day or per week. Default: day.
                 * @example day
                 */
                interval?: "day" | "week";
                /**
                 * @description Page size.
                 * @example 20
                 */
                limit?: components["parameters"]["limit"];
                /**
                 * @description Start offset.
                 * @example 0
                 */
                offset?: components["parameters"]["offset"];
                /**
                 * @description The unit of the rendered `quantity`. Prices are always per tonne.
                 * @example MT
                 */
                units?: components["parameters"]["units"];
            };
            header?: never;
            path: {
                /**
                 * @description Commodity slug.
                 * @example canola
                 */
                commodity: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A time series, oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PriceHistory"];
                };
            };
            400: components["responses"]["malformed_request_or_invalid_filter_assumed"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found_assumed"];
            429: components["responses"]["rate_limited_assumed"];
            500: components["responses"]["internal_error_assumed"];
        };
    };
    listTrades: {
        parameters: {
            query?: {
                /**
                 * @description Only trades with this status.
                 * @example Pending
                 */
                status?: "Pending" | "Completed";
                /**
                 * @description Commodity slugs, comma-separated.
                 * @example canola
                 */
                commodity?: string;
                /**
                 * @description Created on this day or later.
                 * @example 2026-06-01
                 */
                from?: string;
                /**
                 * @description Created on this day or earlier.
                 * @example 2026-06-01
                 */
                to?: string;
                /**
                 * @description Page size.
                 * @example 20
                 */
                limit?: components["parameters"]["limit"];
                /**
                 * @description Start offset.
                 * @example 0
                 */
                offset?: components["parameters"]["offset"];
                /**
                 * @description The unit of the rendered `quantity`. Prices are always per tonne.
                 * @example MT
                 */
                units?: components["parameters"]["units"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of trades, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The page of resources. */
                        items: components["schemas"]["Trade"][];
                        /**
                         * @description Page size.
                         * @example 20
                         */
                        limit: number;
                        /**
                         * @description Start offset.
                         * @example 0
                         */
                        offset: number;
                        /**
                         * @description Total matching count.
                         * @example 1
                         */
                        total: number;
                        /** @description Link to the next page. */
                        next: string | null;
                        /** @description Link to the previous page. */
                        previous: string | null;
                        /** @description Link to this page. */
                        href: string;
                    };
                };
            };
            400: components["responses"]["invalid_filter"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["insufficient_scope"];
            429: components["responses"]["rate_limited_assumed"];
            500: components["responses"]["internal_error_assumed"];
        };
    };
    getTrade: {
        parameters: {
            query?: {
                /**
                 * @description The unit of the rendered `quantity`. Prices are always per tonne.
                 * @example MT
                 */
                units?: components["parameters"]["units"];
            };
            header?: never;
            path: {
                /**
                 * @description Trade id.
                 * @example trd_c40b7e19a2d8f356
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The trade. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Trade"];
                    };
                };
            };
            400: components["responses"]["malformed_request_or_invalid_filter_assumed"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited_assumed"];
            500: components["responses"]["internal_error_assumed"];
        };
    };
    listTeams: {
        parameters: {
            query?: {
                /**
                 * @description Page size.
                 * @example 20
                 */
                limit?: components["parameters"]["limit"];
                /**
                 * @description Start offset.
                 * @example 0
                 */
                offset?: components["parameters"]["offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The teams, each with the role of the user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The page of resources. */
                        items: components["schemas"]["Team"][];
                        /**
                         * @description Page size.
                         * @example 20
                         */
                        limit: number;
                        /**
                         * @description Start offset.
                         * @example 0
                         */
                        offset: number;
                        /**
                         * @description Total matching count.
                         * @example 1
                         */
                        total: number;
                        /** @description Link to the next page. */
                        next: string | null;
                        /** @description Link to the previous page. */
                        previous: string | null;
                        /** @description Link to this page. */
                        href: string;
                    };
                };
            };
            400: components["responses"]["invalid_filter_assumed"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["insufficient_scope"];
            429: components["responses"]["rate_limited_assumed"];
            500: components["responses"]["internal_error_assumed"];
        };
    };
    getTeam: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Team id.
                 * @example tm_0b6de2f4917ac853
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The team. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Team"];
                    };
                };
            };
            400: components["responses"]["malformed_request_assumed"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited_assumed"];
            500: components["responses"]["internal_error_assumed"];
        };
    };
    listCashBids: {
        parameters: {
            query?: {
                /**
                 * @description If true, only active cash bids; if false, only inactive ones.
                 * @example true
                 */
                is_active?: boolean;
                /**
                 * @description Commodity slugs, comma-separated.
                 * @example canola
                 */
                commodity?: string;
                /**
                 * @description Page size.
                 * @example 20
                 */
                limit?: components["parameters"]["limit"];
                /**
                 * @description Start offset.
                 * @example 0
                 */
                offset?: components["parameters"]["offset"];
                /**
                 * @description The unit of the rendered `quantity`. Prices are always per tonne.
                 * @example MT
                 */
                units?: components["parameters"]["units"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of cash bids, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The page of resources. */
                        items: components["schemas"]["CashBid"][];
                        /**
                         * @description Page size.
                         * @example 20
                         */
                        limit: number;
                        /**
                         * @description Start offset.
                         * @example 0
                         */
                        offset: number;
                        /**
                         * @description Total matching count.
                         * @example 1
                         */
                        total: number;
                        /** @description Link to the next page. */
                        next: string | null;
                        /** @description Link to the previous page. */
                        previous: string | null;
                        /** @description Link to this page. */
                        href: string;
                    };
                };
            };
            400: components["responses"]["no_team_or_invalid_filter_assumed"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["insufficient_scope"];
            429: components["responses"]["rate_limited_assumed"];
            500: components["responses"]["internal_error_assumed"];
        };
    };
    createCashBid: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A new cash bid; active unless `is_active` is false. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["StoreCashBid"];
            };
        };
        responses: {
            /** @description The cash bid. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CashBid"];
                    };
                };
            };
            400: components["responses"]["no_team_or_invalid_json_assumed"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["insufficient_scope"];
            413: components["responses"]["payload_too_large_assumed"];
            415: components["responses"]["unsupported_media_type_assumed"];
            /** @description The request failed validation. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["rate_limited_assumed"];
            500: components["responses"]["internal_error_assumed"];
        };
    };
    updateCashBid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Cash bid id.
                 * @example cb_27e5d09f13c8ab64
                 */
                id: string;
            };
            cookie?: never;
        };
        /** @description The fields to change. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateCashBid"];
            };
        };
        responses: {
            /** @description The updated cash bid. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CashBid"];
                    };
                };
            };
            400: components["responses"]["no_team_or_malformed_request_or_invalid_json_assumed"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            413: components["responses"]["payload_too_large_assumed"];
            415: components["responses"]["unsupported_media_type_assumed"];
            /** @description The request failed validation. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["rate_limited_assumed"];
            500: components["responses"]["internal_error_assumed"];
        };
    };
    listOffers: {
        parameters: {
            query?: {
                /**
                 * @description Only offers with this status.
                 * @example pending
                 */
                status?: "pending" | "accepted" | "rejected" | "expired";
                /**
                 * @description Page size.
                 * @example 20
                 */
                limit?: components["parameters"]["limit"];
                /**
                 * @description Start offset.
                 * @example 0
                 */
                offset?: components["parameters"]["offset"];
            };
            header?: never;
            path: {
                /**
                 * @description Cash bid id.
                 * @example cb_27e5d09f13c8ab64
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of offers, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The page of resources. */
                        items: components["schemas"]["Offer"][];
                        /**
                         * @description Page size.
                         * @example 20
                         */
                        limit: number;
                        /**
                         * @description Start offset.
                         * @example 0
                         */
                        offset: number;
                        /**
                         * @description Total matching count.
                         * @example 1
                         */
                        total: number;
                        /** @description Link to the next page. */
                        next: string | null;
                        /** @description Link to the previous page. */
                        previous: string | null;
                        /** @description Link to this page. */
                        href: string;
                    };
                };
            };
            400: components["responses"]["no_team_or_malformed_request_or_invalid_filter_assumed"];
            401: components["responses"]["unauthenticated_assumed"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited_assumed"];
            500: components["responses"]["internal_error_assumed"];
        };
    };
    acceptOffer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Offer id.
                 * @example cbo_6d1e83b5f09a27c4
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new trade. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Trade"];
                    };
                };
            };
            400: components["responses"]["no_team_or_malformed_request_assumed"];
            401: components["responses"]["unauthenticated_assumed"];
            403: components["responses"]["insufficient_scope_assumed"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            429: components["responses"]["rate_limited_assumed"];
            500: components["responses"]["internal_error_assumed"];
        };
    };
    rejectOffer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Offer id.
                 * @example cbo_6d1e83b5f09a27c4
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rejected offer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Offer"];
                    };
                };
            };
            400: components["responses"]["no_team_or_malformed_request_assumed"];
            401: components["responses"]["unauthenticated_assumed"];
            403: components["responses"]["insufficient_scope_assumed"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            429: components["responses"]["rate_limited_assumed"];
            500: components["responses"]["internal_error_assumed"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /**
                 * @description Page size.
                 * @example 20
                 */
                limit?: components["parameters"]["limit"];
                /**
                 * @description Start offset.
                 * @example 0
                 */
                offset?: components["parameters"]["offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The subscriptions in the mode (live or sandbox) of the token. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The page of resources. */
                        items: components["schemas"]["Subscription"][];
                        /**
                         * @description Page size.
                         * @example 20
                         */
                        limit: number;
                        /**
                         * @description Start offset.
                         * @example 0
                         */
                        offset: number;
                        /**
                         * @description Total matching count.
                         * @example 1
                         */
                        total: number;
                        /** @description Link to the next page. */
                        next: string | null;
                        /** @description Link to the previous page. */
                        previous: string | null;
                        /** @description Link to this page. */
                        href: string;
                    };
                };
            };
            400: components["responses"]["no_team_or_invalid_filter_assumed"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["insufficient_scope"];
            429: components["responses"]["rate_limited_assumed"];
            500: components["responses"]["internal_error_assumed"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A URL and the event types to send there. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["StoreSubscription"];
            };
        };
        responses: {
            /** @description The subscription and its secret. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CreatedSubscription"];
                    };
                };
            };
            400: components["responses"]["no_team_or_invalid_json_assumed"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["insufficient_scope"];
            413: components["responses"]["payload_too_large_assumed"];
            415: components["responses"]["unsupported_media_type_assumed"];
            /** @description The request failed validation. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["rate_limited_assumed"];
            500: components["responses"]["internal_error_assumed"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Subscription id.
                 * @example whk_5f0c2a9b7d31e846
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The id of the deleted subscription. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Deleted"];
                    };
                };
            };
            400: components["responses"]["no_team_or_malformed_request_assumed"];
            401: components["responses"]["unauthenticated_assumed"];
            403: components["responses"]["insufficient_scope_assumed"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited_assumed"];
            500: components["responses"]["internal_error_assumed"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /**
                 * @description Only attempts with this status.
                 * @example delivered
                 */
                status?: "delivered" | "retrying" | "failed";
                /**
                 * @description Page size.
                 * @example 20
                 */
                limit?: components["parameters"]["limit"];
                /**
                 * @description Start offset.
                 * @example 0
                 */
                offset?: components["parameters"]["offset"];
            };
            header?: never;
            path: {
                /**
                 * @description Subscription id.
                 * @example whk_5f0c2a9b7d31e846
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of attempts, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The page of resources. */
                        items: components["schemas"]["Delivery"][];
                        /**
                         * @description Page size.
                         * @example 20
                         */
                        limit: number;
                        /**
                         * @description Start offset.
                         * @example 0
                         */
                        offset: number;
                        /**
                         * @description Total matching count.
                         * @example 1
                         */
                        total: number;
                        /** @description Link to the next page. */
                        next: string | null;
                        /** @description Link to the previous page. */
                        previous: string | null;
                        /** @description Link to this page. */
                        href: string;
                    };
                };
            };
            400: components["responses"]["no_team_or_malformed_request_or_invalid_filter_assumed"];
            401: components["responses"]["unauthenticated_assumed"];
            403: components["responses"]["insufficient_scope_assumed"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited_assumed"];
            500: components["responses"]["internal_error_assumed"];
        };
    };
    redeliver: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Subscription id.
                 * @example whk_5f0c2a9b7d31e846
                 */
                id: string;
                /**
                 * @description Delivery record id.
                 * @example whd_e18c5a03b96f7d42
                 */
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event that is queued for redelivery. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Redelivery"];
                    };
                };
            };
            400: components["responses"]["no_team_or_malformed_request_assumed"];
            401: components["responses"]["unauthenticated_assumed"];
            403: components["responses"]["insufficient_scope_assumed"];
            404: components["responses"]["not_found_assumed"];
            422: components["responses"]["subscription_inactive_or_delivery_not_failed"];
            429: components["responses"]["rate_limited_assumed"];
            500: components["responses"]["internal_error_assumed"];
        };
    };
    simulateEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The event to simulate. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SimulateEvent"];
            };
        };
        responses: {
            /** @description The simulated event. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SimulatedEvent"];
                    };
                };
            };
            400: components["responses"]["invalid_json_assumed"];
            401: components["responses"]["unauthenticated_assumed"];
            403: components["responses"]["insufficient_scope_assumed"];
            404: components["responses"]["not_found_assumed"];
            413: components["responses"]["payload_too_large_assumed"];
            415: components["responses"]["unsupported_media_type_assumed"];
            /** @description The request failed validation. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["rate_limited_assumed"];
            500: components["responses"]["internal_error_assumed"];
        };
    };
    createSandboxUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A new test user. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["StoreSandboxUser"];
            };
        };
        responses: {
            /** @description The user and a token. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SandboxUser"];
                    };
                };
            };
            400: components["responses"]["invalid_json_assumed"];
            401: components["responses"]["unauthenticated_assumed"];
            403: components["responses"]["insufficient_scope_assumed"];
            413: components["responses"]["payload_too_large_assumed"];
            415: components["responses"]["unsupported_media_type_assumed"];
            /** @description The request failed validation. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["rate_limited_assumed"];
            500: components["responses"]["internal_error_assumed"];
        };
    };
    listGrades: {
        parameters: {
            query?: {
                /**
                 * @description Page size.
                 * @example 20
                 */
                limit?: components["parameters"]["limit"];
                /**
                 * @description Start offset.
                 * @example 0
                 */
                offset?: components["parameters"]["offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of grade names. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The page of resources. */
                        items: components["schemas"]["Grade"][];
                        /**
                         * @description Page size.
                         * @example 20
                         */
                        limit: number;
                        /**
                         * @description Start offset.
                         * @example 0
                         */
                        offset: number;
                        /**
                         * @description Total matching count.
                         * @example 1
                         */
                        total: number;
                        /** @description Link to the next page. */
                        next: string | null;
                        /** @description Link to the previous page. */
                        previous: string | null;
                        /** @description Link to this page. */
                        href: string;
                    };
                };
            };
            400: components["responses"]["invalid_filter_assumed"];
            401: components["responses"]["unauthenticated_assumed"];
            403: components["responses"]["insufficient_scope_assumed"];
            429: components["responses"]["rate_limited_assumed"];
            500: components["responses"]["internal_error_assumed"];
        };
    };
    listFarms: {
        parameters: {
            query?: {
                /**
                 * @description Page size.
                 * @example 20
                 */
                limit?: components["parameters"]["limit"];
                /**
                 * @description Start offset.
                 * @example 0
                 */
                offset?: components["parameters"]["offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The farms. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The page of resources. */
                        items: (components["schemas"]["Farm"] | components["schemas"]["OpaqueFarm"])[];
                        /**
                         * @description Page size.
                         * @example 20
                         */
                        limit: number;
                        /**
                         * @description Start offset.
                         * @example 0
                         */
                        offset: number;
                        /**
                         * @description Total matching count.
                         * @example 1
                         */
                        total: number;
                        /** @description Link to the next page. */
                        next: string | null;
                        /** @description Link to the previous page. */
                        previous: string | null;
                        /** @description Link to this page. */
                        href: string;
                    };
                };
            };
            400: components["responses"]["invalid_filter_assumed"];
            401: components["responses"]["unauthenticated_assumed"];
            403: components["responses"]["insufficient_scope_assumed"];
            429: components["responses"]["rate_limited_assumed"];
            500: components["responses"]["internal_error_assumed"];
        };
    };
    createFarm: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A new farm; every field is required. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["StoreFarm"];
            };
        };
        responses: {
            /** @description The farm. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Farm"] | components["schemas"]["OpaqueFarm"];
                    };
                };
            };
            400: components["responses"]["invalid_json_assumed"];
            401: components["responses"]["unauthenticated_assumed"];
            403: components["responses"]["insufficient_scope_assumed"];
            413: components["responses"]["payload_too_large_assumed"];
            415: components["responses"]["unsupported_media_type_assumed"];
            /** @description The request failed validation. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["rate_limited_assumed"];
            500: components["responses"]["internal_error_assumed"];
        };
    };
    getFarm: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Farm id.
                 * @example farm_b7a4105e9c3d268f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The farm. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Farm"];
                    };
                };
            };
            400: components["responses"]["malformed_request_assumed"];
            401: components["responses"]["unauthenticated_assumed"];
            403: components["responses"]["insufficient_scope_assumed"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited_assumed"];
            500: components["responses"]["internal_error_assumed"];
        };
    };
    updateFarm: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Farm id.
                 * @example farm_b7a4105e9c3d268f
                 */
                id: string;
            };
            cookie?: never;
        };
        /** @description The fields to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateFarm"];
            };
        };
        responses: {
            /** @description The updated farm. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Farm"] | components["schemas"]["OpaqueFarm"];
                    };
                };
            };
            400: components["responses"]["malformed_request_or_invalid_json_assumed"];
            401: components["responses"]["unauthenticated_assumed"];
            403: components["responses"]["insufficient_scope_assumed"];
            404: components["responses"]["not_found"];
            413: components["responses"]["payload_too_large_assumed"];
            415: components["responses"]["unsupported_media_type_assumed"];
            /** @description The request failed validation. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["rate_limited_assumed"];
            500: components["responses"]["internal_error_assumed"];
        };
    };
    listListings: {
        parameters: {
            query?: {
                /**
                 * @description Only listings with this status.
                 * @example listed
                 */
                status?: "listed" | "unlisted" | "archived";
                /**
                 * @description Page size.
                 * @example 20
                 */
                limit?: components["parameters"]["limit"];
                /**
                 * @description Start offset.
                 * @example 0
                 */
                offset?: components["parameters"]["offset"];
                /**
                 * @description The unit of the rendered `quantity`. Prices are always per tonne.
                 * @example MT
                 */
                units?: components["parameters"]["units"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of listings, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The page of resources. */
                        items: components["schemas"]["Listing"][];
                        /**
                         * @description Page size.
                         * @example 20
                         */
                        limit: number;
                        /**
                         * @description Start offset.
                         * @example 0
                         */
                        offset: number;
                        /**
                         * @description Total matching count.
                         * @example 1
                         */
                        total: number;
                        /** @description Link to the next page. */
                        next: string | null;
                        /** @description Link to the previous page. */
                        previous: string | null;
                        /** @description Link to this page. */
                        href: string;
                    };
                };
            };
            400: components["responses"]["invalid_filter_assumed"];
            401: components["responses"]["unauthenticated_assumed"];
            403: components["responses"]["insufficient_scope_assumed"];
            429: components["responses"]["rate_limited_assumed"];
            500: components["responses"]["internal_error_assumed"];
        };
    };
    createListing: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A new listing. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlaceListing"];
            };
        };
        responses: {
            /** @description The listing in the seller's full view. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Listing"];
                    };
                };
            };
            400: components["responses"]["invalid_json_assumed"];
            401: components["responses"]["unauthenticated_assumed"];
            403: components["responses"]["insufficient_scope_or_payment_method_required"];
            413: components["responses"]["payload_too_large_assumed"];
            415: components["responses"]["unsupported_media_type_assumed"];
            /** @description The request failed validation. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["rate_limited_assumed"];
            500: components["responses"]["internal_error_assumed"];
        };
    };
    getListing: {
        parameters: {
            query?: {
                /**
                 * @description The unit of the rendered `quantity`. Prices are always per tonne.
                 * @example MT
                 */
                units?: components["parameters"]["units"];
            };
            header?: never;
            path: {
                /**
                 * @description Inventory id.
                 * @example inv_3f9c2a71b04e8d55
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The listing. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Listing"];
                    };
                };
            };
            400: components["responses"]["malformed_request_or_invalid_filter_assumed"];
            401: components["responses"]["unauthenticated_assumed"];
            403: components["responses"]["insufficient_scope_assumed"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited_assumed"];
            500: components["responses"]["internal_error_assumed"];
        };
    };
    archiveListing: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Inventory id.
                 * @example inv_3f9c2a71b04e8d55
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The archived listing. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Listing"];
                    };
                };
            };
            400: components["responses"]["malformed_request_assumed"];
            401: components["responses"]["unauthenticated_assumed"];
            403: components["responses"]["insufficient_scope_assumed"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited_assumed"];
            500: components["responses"]["internal_error_assumed"];
        };
    };
    updateListing: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Inventory id.
                 * @example inv_3f9c2a71b04e8d55
                 */
                id: string;
            };
            cookie?: never;
        };
        /** @description The fields to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateListing"];
            };
        };
        responses: {
            /** @description The updated listing. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Listing"];
                    };
                };
            };
            400: components["responses"]["malformed_request_or_invalid_json_assumed"];
            401: components["responses"]["unauthenticated_assumed"];
            403: components["responses"]["insufficient_scope_or_payment_method_required_assumed"];
            404: components["responses"]["not_found"];
            413: components["responses"]["payload_too_large_assumed"];
            415: components["responses"]["unsupported_media_type_assumed"];
            /** @description The request failed validation. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["rate_limited_assumed"];
            500: components["responses"]["internal_error_assumed"];
        };
    };
    listReceivedBids: {
        parameters: {
            query?: {
                /**
                 * @description Only bids with this status.
                 * @example pending
                 */
                status?: "pending" | "accepted" | "rejected" | "countered" | "expired";
                /**
                 * @description Page size.
                 * @example 20
                 */
                limit?: components["parameters"]["limit"];
                /**
                 * @description Start offset.
                 * @example 0
                 */
                offset?: components["parameters"]["offset"];
                /**
                 * @description The unit of the rendered `quantity`. Prices are always per tonne.
                 * @example MT
                 */
                units?: components["parameters"]["units"];
            };
            header?: never;
            path: {
                /**
                 * @description Inventory id.
                 * @example inv_3f9c2a71b04e8d55
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of received bids, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The page of resources. */
                        items: components["schemas"]["ReceivedBid"][];
                        /**
                         * @description Page size.
                         * @example 20
                         */
                        limit: number;
                        /**
                         * @description Start offset.
                         * @example 0
                         */
                        offset: number;
                        /**
                         * @description Total matching count.
                         * @example 1
                         */
                        total: number;
                        /** @description Link to the next page. */
                        next: string | null;
                        /** @description Link to the previous page. */
                        previous: string | null;
                        /** @description Link to this page. */
                        href: string;
                    };
                };
            };
            400: components["responses"]["malformed_request_or_invalid_filter_assumed"];
            401: components["responses"]["unauthenticated_assumed"];
            403: components["responses"]["insufficient_scope_assumed"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited_assumed"];
            500: components["responses"]["internal_error_assumed"];
        };
    };
    listBidsReceived: {
        parameters: {
            query?: {
                /**
                 * @description Page size.
                 * @example 20
                 */
                limit?: components["parameters"]["limit"];
                /**
                 * @description Start offset.
                 * @example 0
                 */
                offset?: components["parameters"]["offset"];
                /**
                 * @description The unit of the rendered `quantity`. Prices are always per tonne.
                 * @example MT
                 */
                units?: components["parameters"]["units"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of listings with their open bids. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The page of resources. */
                        items: components["schemas"]["ReceivedBids"][];
                        /**
                         * @description Page size.
                         * @example 20
                         */
                        limit: number;
                        /**
                         * @description Start offset.
                         * @example 0
                         */
                        offset: number;
                        /**
                         * @description Total matching count.
                         * @example 1
                         */
                        total: number;
                        /** @description Link to the next page. */
                        next: string | null;
                        /** @description Link to the previous page. */
                        previous: string | null;
                        /** @description Link to this page. */
                        href: string;
                    };
                };
            };
            400: components["responses"]["invalid_filter_assumed"];
            401: components["responses"]["unauthenticated_assumed"];
            403: components["responses"]["insufficient_scope_assumed"];
            429: components["responses"]["rate_limited_assumed"];
            500: components["responses"]["internal_error_assumed"];
        };
    };
}
