// Generated from spec/openapi.json by `npm run generate`. Do not edit.

export interface paths {
    readonly "/inventory": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Browse anonymized listings
         * @description Needs the scope `inventory.read`.
         */
        readonly get: operations["listInventory"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/inventory/filters": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the values that can be filtered by
         * @description Needs the scope `inventory.read`.
         */
        readonly get: operations["getInventoryFilters"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/inventory/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read one anonymized listing
         * @description Needs the scope `inventory.read`.
         */
        readonly get: operations["getInventory"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/inventory/{id}/bids": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Place a bid on a listing
         * @description Needs the scope `bids.write` and a token that is bound to a team.
         */
        readonly post: operations["placeBid"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/bids": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the team's bids
         * @description Needs the scope `bids.read` and a token that is bound to a team.
         */
        readonly get: operations["listBids"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/bids/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read one of the team's bids
         * @description Needs the scope `bids.read` and a token that is bound to a team.
         */
        readonly get: operations["getBid"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/bids/{id}/accept": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Accept a bid
         * @description The other side's answer: the seller takes a buyer's bid, the buyer a seller's counter. The author of a bid cannot accept it. Needs the scope `bids.write`.
         */
        readonly post: operations["acceptBid"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/bids/{id}/reject": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Reject a bid, or withdraw it
         * @description Needs the scope `bids.write`.
         */
        readonly post: operations["rejectBid"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/bids/{id}/counter": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Answer a bid with another
         * @description Needs the scope `bids.write`.
         */
        readonly post: operations["counterBid"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/delivery-locations": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the elevator's delivery locations
         * @description Needs the scope `locations.read` and a token that is bound to a team.
         */
        readonly get: operations["listDeliveryLocations"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/market/commodities": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List commodities with their price coverage
         * @description Needs the scope `market.read`.
         */
        readonly get: operations["listMarketCommodities"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/market/prices": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read current or as-of prices
         * @description Needs the scope `market.read`.
         */
        readonly get: operations["listMarketPrices"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/market/prices/{commodity}/history": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the price history of a commodity
         * @description Needs the scope `market.read`.
         */
        readonly get: operations["getPriceHistory"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/trades": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List trades that the team bought or the user sold
         * @description Needs the scope `trades.read`.
         */
        readonly get: operations["listTrades"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/trades/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read one trade
         * @description Needs the scope `trades.read`.
         */
        readonly get: operations["getTrade"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/teams": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the user's teams
         * @description Needs the scope `teams.read`.
         */
        readonly get: operations["listTeams"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/teams/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read one of the user's teams
         * @description Needs the scope `teams.read`.
         */
        readonly get: operations["getTeam"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/cash-bids": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the elevator's cash bids
         * @description Needs the scope `cashbids.read` and a token that is bound to a team.
         */
        readonly get: operations["listCashBids"];
        readonly put?: never;
        /**
         * Create a cash bid
         * @description Needs the scope `cashbids.write` and a token that is bound to a team.
         */
        readonly post: operations["createCashBid"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/cash-bids/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /**
         * Change a cash bid
         * @description Needs the scope `cashbids.write` and a token that is bound to a team.
         */
        readonly patch: operations["updateCashBid"];
        readonly trace?: never;
    };
    readonly "/cash-bids/{id}/offers": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the offers on a cash bid
         * @description Needs the scope `cashbids.read` and a token that is bound to a team.
         */
        readonly get: operations["listOffers"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/cash-bid-offers/{id}/accept": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Accept an offer
         * @description Needs the scope `cashbids.write` and a token that is bound to a team.
         */
        readonly post: operations["acceptOffer"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/cash-bid-offers/{id}/reject": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Reject an offer
         * @description Needs the scope `cashbids.write` and a token that is bound to a team.
         */
        readonly post: operations["rejectOffer"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/webhooks": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the team's subscriptions
         * @description Needs the scope `webhooks.read` and a token that is bound to a team.
         */
        readonly get: operations["listWebhooks"];
        readonly put?: never;
        /**
         * Subscribe to events
         * @description The secret that signs the deliveries is in this answer and nowhere else. Needs the scope `webhooks.write` and a token that is bound to a team.
         */
        readonly post: operations["createWebhook"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/webhooks/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete a subscription
         * @description Needs the scope `webhooks.write` and a token that is bound to a team.
         */
        readonly delete: operations["deleteWebhook"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/webhooks/{id}/deliveries": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the delivery attempts of a subscription
         * @description Needs the scope `webhooks.read` and a token that is bound to a team.
         */
        readonly get: operations["listDeliveries"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/webhooks/{id}/deliveries/{delivery_id}/redeliver": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Replay a failed delivery
         * @description Needs the scope `webhooks.write` and a token that is bound to a team.
         */
        readonly post: operations["redeliver"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandbox/simulate-event": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Let the simulator place a bid on a sandbox listing
         * @description Needs the scope `inventory.read`. Sandbox tokens only.
         */
        readonly post: operations["simulateEvent"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandbox/users": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Provision a sandbox test user
         * @description Needs the scope `inventory.read`. Sandbox tokens only.
         */
        readonly post: operations["createSandboxUser"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/grades": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the accepted grade names
         * @description Needs the scope `inventory.read`.
         */
        readonly get: operations["listGrades"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/me/farms": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List own farms
         * @description In full with `farms.read`; with `listings.read` alone an opaque id and a coarse place. Needs the scope `listings.read` or `farms.read`.
         */
        readonly get: operations["listFarms"];
        readonly put?: never;
        /**
         * Create a farm
         * @description Needs the scope `farms.write`.
         */
        readonly post: operations["createFarm"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/me/farms/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read one own farm
         * @description Needs the scope `farms.read`.
         */
        readonly get: operations["getFarm"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /**
         * Change a farm
         * @description Needs the scope `farms.write`.
         */
        readonly patch: operations["updateFarm"];
        readonly trace?: never;
    };
    readonly "/me/inventory": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List own listings
         * @description Needs the scope `listings.read`.
         */
        readonly get: operations["listListings"];
        readonly put?: never;
        /**
         * Submit a listing
         * @description Needs the scope `listings.write`.
         */
        readonly post: operations["createListing"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/me/inventory/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read one own listing
         * @description Needs the scope `listings.read`.
         */
        readonly get: operations["getListing"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Archive a listing
         * @description Needs the scope `listings.write`.
         */
        readonly delete: operations["archiveListing"];
        readonly options?: never;
        readonly head?: never;
        /**
         * Change, publish or unlist a listing
         * @description Needs the scope `listings.write`.
         */
        readonly patch: operations["updateListing"];
        readonly trace?: never;
    };
    readonly "/me/inventory/{id}/bids": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the bids on one own listing
         * @description Needs the scope `listings.read`.
         */
        readonly get: operations["listReceivedBids"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/me/bids-received": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the inbox: open bids by listing, best price first
         * @description Needs the scopes `listings.read` and `bids.read`.
         */
        readonly get: operations["listBidsReceived"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export interface webhooks {
    readonly "bid.accepted": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * A seller accepted the team's bid.
         * @description Sent to the team that placed the bid or owns the cash bid.
         */
        readonly post: operations["onBidAccepted"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "bid.rejected": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * The bid was rejected or the lot delisted.
         * @description Sent to the team that placed the bid or owns the cash bid.
         */
        readonly post: operations["onBidRejected"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "bid.countered": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * A seller countered the bid.
         * @description Sent to the team that placed the bid or owns the cash bid.
         */
        readonly post: operations["onBidCountered"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "bid.received": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * A buyer placed a bid on the seller's listing.
         * @description Sent to the teams of the user who owns the listing.
         */
        readonly post: operations["onBidReceived"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "trade.created": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * A bid became a trade.
         * @description Sent to the buying team and to the teams of the user who sold.
         */
        readonly post: operations["onTradeCreated"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "trade.settled": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Both invoices on the trade are paid.
         * @description Sent to the buying team and to the teams of the user who sold.
         */
        readonly post: operations["onTradeSettled"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "cashbid.offer_received": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * A seller offered against the team's cash bid.
         * @description Sent to the team that placed the bid or owns the cash bid.
         */
        readonly post: operations["onCashbidOfferReceived"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "analysis.requested": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * A sample analysis was requested on inventory that the partner owns or manages.
         * @description Sent to the partner team that requested the analysis through the API.
         */
        readonly post: operations["onAnalysisRequested"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "analysis.sample_received": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * The physical sample was received for grading by an external lab.
         * @description Sent to the partner team that requested the analysis through the API.
         */
        readonly post: operations["onAnalysisSampleReceived"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "analysis.graded": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Grading is complete.
         * @description Sent to the partner team that requested the analysis through the API.
         */
        readonly post: operations["onAnalysisGraded"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "analysis.photo_added": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * A graded sample photo was approved.
         * @description Sent to the partner team that requested the analysis through the API.
         */
        readonly post: operations["onAnalysisPhotoAdded"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "queue.congestion_started": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * One of the elevator's delivery locations crossed its congestion threshold.
         * @description Sent to the elevator that owns the location.
         */
        readonly post: operations["onQueueCongestionStarted"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "queue.congestion_cleared": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * The location stayed under its threshold long enough for the episode to clear.
         * @description Sent to the elevator that owns the location.
         */
        readonly post: operations["onQueueCongestionCleared"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "inventory.matched": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Accepted at subscription time, never emitted.
         * @description Reserved: a subscription may name this type, and no delivery of it is ever sent.
         */
        readonly post: operations["onInventoryMatched"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export interface components {
    schemas: {
        /**
         * @description Needed on a multi-grade bid only.
         * @example {
         *       "bid_items": [
         *         {
         *           "grade": "No. 1 CWRS"
         *         }
         *       ]
         *     }
         */
        readonly AcceptBid: {
            /** @description The lines to take, each a grade name, `{grade}` or `{id}`; every other line is rejected. */
            readonly bid_items?: readonly (string | {
                readonly grade: string;
            } | {
                readonly id: string;
            })[];
        };
        /** @description Grading is complete. */
        readonly AnalysisGradedEvent: {
            /** @description Unique to the event and stable across retries and replays (EVT-3). */
            readonly id: string;
            /**
             * @description Event type.
             * @constant
             */
            readonly type: "analysis.graded";
            /**
             * @deprecated
             * @description Alias of `type` (VER-3).
             * @constant
             */
            readonly event: "analysis.graded";
            /** @description False for sandbox subscriptions. */
            readonly livemode: boolean;
            /**
             * Format: date-time
             * @description When the event was generated: the same on every attempt (EVT-19).
             * @example 2026-06-01T15:04:05.000Z
             */
            readonly created_at: string;
            readonly data: {
                /** @description An opaque string (CONV-2). */
                readonly inventory_id: string;
                readonly reference: string;
                readonly grade: string;
            };
        };
        /** @description A graded sample photo was approved. */
        readonly AnalysisPhotoAddedEvent: {
            /** @description Unique to the event and stable across retries and replays (EVT-3). */
            readonly id: string;
            /**
             * @description Event type.
             * @constant
             */
            readonly type: "analysis.photo_added";
            /**
             * @deprecated
             * @description Alias of `type` (VER-3).
             * @constant
             */
            readonly event: "analysis.photo_added";
            /** @description False for sandbox subscriptions. */
            readonly livemode: boolean;
            /**
             * Format: date-time
             * @description When the event was generated: the same on every attempt (EVT-19).
             * @example 2026-06-01T15:04:05.000Z
             */
            readonly created_at: string;
            readonly data: {
                /** @description An opaque string (CONV-2). */
                readonly inventory_id: string;
                readonly reference: string;
                readonly photo_url: string;
            };
        };
        /** @description A sample analysis was requested on inventory that the partner owns or manages. */
        readonly AnalysisRequestedEvent: {
            /** @description Unique to the event and stable across retries and replays (EVT-3). */
            readonly id: string;
            /**
             * @description Event type.
             * @constant
             */
            readonly type: "analysis.requested";
            /**
             * @deprecated
             * @description Alias of `type` (VER-3).
             * @constant
             */
            readonly event: "analysis.requested";
            /** @description False for sandbox subscriptions. */
            readonly livemode: boolean;
            /**
             * Format: date-time
             * @description When the event was generated: the same on every attempt (EVT-19).
             * @example 2026-06-01T15:04:05.000Z
             */
            readonly created_at: string;
            readonly data: {
                /** @description An opaque string (CONV-2). */
                readonly inventory_id: string;
                readonly reference: string;
                readonly analysis_types: readonly string[];
                readonly invoice_total: number;
                /** @description `partner` or `seller` here. */
                readonly billed_to: string;
            };
        };
        /** @description The physical sample was received for grading by an external lab. */
        readonly AnalysisSampleReceivedEvent: {
            /** @description Unique to the event and stable across retries and replays (EVT-3). */
            readonly id: string;
            /**
             * @description Event type.
             * @constant
             */
            readonly type: "analysis.sample_received";
            /**
             * @deprecated
             * @description Alias of `type` (VER-3).
             * @constant
             */
            readonly event: "analysis.sample_received";
            /** @description False for sandbox subscriptions. */
            readonly livemode: boolean;
            /**
             * Format: date-time
             * @description When the event was generated: the same on every attempt (EVT-19).
             * @example 2026-06-01T15:04:05.000Z
             */
            readonly created_at: string;
            readonly data: {
                /** @description An opaque string (CONV-2). */
                readonly inventory_id: string;
                readonly reference: string;
            };
        };
        /**
         * @description A price that a seller asks; `firm` is true when it is not open to bids below it.
         * @example {
         *       "amount": 312.5,
         *       "currency": "CAD",
         *       "unit": "MT",
         *       "firm": false
         *     }
         */
        readonly AskingPrice: {
            readonly amount: number;
            readonly currency: string;
            readonly unit: string;
            readonly firm: boolean | null;
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
         *         "from": "2026-09-01",
         *         "to": "2026-09-30"
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
        readonly Bid: {
            /** @description An opaque string (CONV-2). */
            readonly id: string;
            /** @description Meant for people. */
            readonly reference: string;
            /** @enum {string} */
            readonly status: "pending" | "accepted" | "rejected" | "countered" | "expired";
            /** @description `single_grade` or `multi_grade`. */
            readonly type: string;
            /** @description Null on a multi-grade bid. */
            readonly price: components["schemas"]["Money"] | null;
            /** @description The lines of a multi-grade bid; absent on others. */
            readonly grades?: readonly components["schemas"]["BidLine"][];
            readonly quantity_mt: number;
            readonly quantity: components["schemas"]["Quantity"];
            readonly delivery: components["schemas"]["DateWindow"];
            readonly fob_farm: boolean;
            readonly delivery_location_id: number | null;
            readonly subject_to_sample_approval: boolean;
            readonly additional_terms: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 date and time.
             * @example 2026-06-01T15:04:05.000Z
             */
            readonly expires_at: string | null;
            /** @description The bid that this one counters. */
            readonly counter_to: string | null;
            /**
             * @description Whose answer a pending bid waits for; null once it is decided.
             * @enum {string|null}
             */
            readonly awaiting: "buyer" | "seller" | null;
            /** @description Null until both invoices of the trade are paid, then the name of the other side (PRIV-4). */
            readonly counterparty: {
                readonly name: string;
            } | null;
            /**
             * Format: date-time
             * @description ISO 8601 date and time.
             * @example 2026-06-01T15:04:05.000Z
             */
            readonly created_at: string;
            /** @description An opaque string (CONV-2). */
            readonly inventory_id: string;
        };
        /** @description A seller accepted the team's bid. */
        readonly BidAcceptedEvent: {
            /** @description Unique to the event and stable across retries and replays (EVT-3). */
            readonly id: string;
            /**
             * @description Event type.
             * @constant
             */
            readonly type: "bid.accepted";
            /**
             * @deprecated
             * @description Alias of `type` (VER-3).
             * @constant
             */
            readonly event: "bid.accepted";
            /** @description False for sandbox subscriptions. */
            readonly livemode: boolean;
            /**
             * Format: date-time
             * @description When the event was generated: the same on every attempt (EVT-19).
             * @example 2026-06-01T15:04:05.000Z
             */
            readonly created_at: string;
            readonly data: {
                /** @description An opaque string (CONV-2). */
                readonly bid_id: string;
                readonly reference: string;
                /** @description An opaque string (CONV-2). */
                readonly inventory_id: string;
                /**
                 * @description At send time (EVT-21).
                 * @enum {string}
                 */
                readonly status: "pending" | "accepted" | "rejected" | "countered" | "cancelled" | "expired";
                readonly type: string;
            };
        };
        /** @description A seller countered the bid. */
        readonly BidCounteredEvent: {
            /** @description Unique to the event and stable across retries and replays (EVT-3). */
            readonly id: string;
            /**
             * @description Event type.
             * @constant
             */
            readonly type: "bid.countered";
            /**
             * @deprecated
             * @description Alias of `type` (VER-3).
             * @constant
             */
            readonly event: "bid.countered";
            /** @description False for sandbox subscriptions. */
            readonly livemode: boolean;
            /**
             * Format: date-time
             * @description When the event was generated: the same on every attempt (EVT-19).
             * @example 2026-06-01T15:04:05.000Z
             */
            readonly created_at: string;
            readonly data: {
                /** @description An opaque string (CONV-2). */
                readonly bid_id: string;
                readonly reference: string;
                /** @description An opaque string (CONV-2). */
                readonly inventory_id: string;
                /**
                 * @description At send time (EVT-21).
                 * @enum {string}
                 */
                readonly status: "pending" | "accepted" | "rejected" | "countered" | "cancelled" | "expired";
                readonly type: string;
            };
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
        readonly BidLine: {
            readonly id: string;
            readonly grade: string;
            readonly price: components["schemas"]["Money"];
            readonly subject_to_sample_approval: boolean;
            readonly status: string;
        };
        /** @description A buyer placed a bid on the seller's listing. */
        readonly BidReceivedEvent: {
            /** @description Unique to the event and stable across retries and replays (EVT-3). */
            readonly id: string;
            /**
             * @description Event type.
             * @constant
             */
            readonly type: "bid.received";
            /**
             * @deprecated
             * @description Alias of `type` (VER-3).
             * @constant
             */
            readonly event: "bid.received";
            /** @description False for sandbox subscriptions. */
            readonly livemode: boolean;
            /**
             * Format: date-time
             * @description When the event was generated: the same on every attempt (EVT-19).
             * @example 2026-06-01T15:04:05.000Z
             */
            readonly created_at: string;
            readonly data: {
                /** @description An opaque string (CONV-2). */
                readonly bid_id: string;
                readonly reference: string;
                /** @description An opaque string (CONV-2). */
                readonly inventory_id: string;
                /**
                 * @description At send time (EVT-21).
                 * @enum {string}
                 */
                readonly status: "pending" | "accepted" | "rejected" | "countered" | "cancelled" | "expired";
                readonly type: string;
            };
        };
        /** @description The bid was rejected or the lot delisted. */
        readonly BidRejectedEvent: {
            /** @description Unique to the event and stable across retries and replays (EVT-3). */
            readonly id: string;
            /**
             * @description Event type.
             * @constant
             */
            readonly type: "bid.rejected";
            /**
             * @deprecated
             * @description Alias of `type` (VER-3).
             * @constant
             */
            readonly event: "bid.rejected";
            /** @description False for sandbox subscriptions. */
            readonly livemode: boolean;
            /**
             * Format: date-time
             * @description When the event was generated: the same on every attempt (EVT-19).
             * @example 2026-06-01T15:04:05.000Z
             */
            readonly created_at: string;
            readonly data: {
                /** @description An opaque string (CONV-2). */
                readonly bid_id: string;
                readonly reference: string;
                /** @description An opaque string (CONV-2). */
                readonly inventory_id: string;
                /**
                 * @description At send time (EVT-21).
                 * @enum {string}
                 */
                readonly status: "pending" | "accepted" | "rejected" | "countered" | "cancelled" | "expired";
                readonly type: string;
            };
        };
        /**
         * @description A standing price of an elevator, open to offers.
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
         *         "from": "2026-09-01",
         *         "to": "2026-10-31"
         *       },
         *       "delivery_location_id": 1001,
         *       "created_at": "2026-05-28T13:00:00.000Z"
         *     }
         */
        readonly CashBid: {
            /** @description An opaque string (CONV-2). */
            readonly id: string;
            readonly reference: string;
            readonly is_active: boolean;
            readonly commodity: components["schemas"]["Commodity"];
            readonly grade: string | null;
            readonly crop_year: number | null;
            readonly price: components["schemas"]["Money"];
            readonly quantity_mt: number;
            readonly quantity: components["schemas"]["Quantity"];
            readonly delivery: components["schemas"]["DateWindow"];
            readonly delivery_location_id: number;
            /**
             * Format: date-time
             * @description ISO 8601 date and time.
             * @example 2026-06-01T15:04:05.000Z
             */
            readonly created_at: string;
        };
        /** @description A seller offered against the team's cash bid. */
        readonly CashbidOfferReceivedEvent: {
            /** @description Unique to the event and stable across retries and replays (EVT-3). */
            readonly id: string;
            /**
             * @description Event type.
             * @constant
             */
            readonly type: "cashbid.offer_received";
            /**
             * @deprecated
             * @description Alias of `type` (VER-3).
             * @constant
             */
            readonly event: "cashbid.offer_received";
            /** @description False for sandbox subscriptions. */
            readonly livemode: boolean;
            /**
             * Format: date-time
             * @description When the event was generated: the same on every attempt (EVT-19).
             * @example 2026-06-01T15:04:05.000Z
             */
            readonly created_at: string;
            readonly data: {
                /** @description An opaque string (CONV-2). */
                readonly offer_id: string;
                /** @description An opaque string (CONV-2). */
                readonly cash_bid_id: string;
                readonly status: string;
            };
        };
        /**
         * @description A commodity.
         * @example {
         *       "slug": "canola",
         *       "name": "Canola"
         *     }
         */
        readonly Commodity: {
            readonly slug: string;
            readonly name: string;
        };
        /**
         * @description A commodity and the days for which prices are known.
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
        readonly CommodityCoverage: {
            readonly slug: string;
            readonly name: string;
            readonly coverage: {
                /**
                 * Format: date
                 * @description ISO 8601 date.
                 * @example 2026-09-01
                 */
                readonly from: string | null;
                /**
                 * Format: date
                 * @description ISO 8601 date.
                 * @example 2026-09-01
                 */
                readonly to: string | null;
                readonly count: number;
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
        readonly CreatedSubscription: {
            /** @description An opaque string (CONV-2). */
            readonly id: string;
            /** @description Delivery target URL. */
            readonly url: string;
            /** @description Event types. */
            readonly events: readonly string[];
            readonly is_active: boolean;
            /** @description Fixed at creation by the token used (WHK-6). */
            readonly livemode: boolean;
            /**
             * Format: date-time
             * @description ISO 8601 date and time.
             * @example 2026-06-01T15:04:05.000Z
             */
            readonly created_at: string;
            /** @description Begins with `whsec_`. Shown only here. */
            readonly secret: string;
        };
        /**
         * @description From a day to a day, both included.
         * @example {
         *       "from": "2026-09-01",
         *       "to": "2026-09-30"
         *     }
         */
        readonly DateWindow: {
            /**
             * Format: date
             * @description ISO 8601 date.
             * @example 2026-09-01
             */
            readonly from: string;
            /**
             * Format: date
             * @description ISO 8601 date.
             * @example 2026-09-01
             */
            readonly to: string;
        };
        /**
         * @description What was deleted.
         * @example {
         *       "deleted": true,
         *       "id": "whk_5f0c2a9b7d31e846"
         *     }
         */
        readonly Deleted: {
            readonly deleted: boolean;
            /** @description An opaque string (CONV-2). */
            readonly id: string;
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
        readonly Delivery: {
            /** @description One row an attempt. */
            readonly id: string;
            /** @description Event type. */
            readonly event: string;
            /** @description The envelope id, shared by all attempts of the event. */
            readonly event_id: string;
            /** @enum {string} */
            readonly status: "delivered" | "retrying" | "failed";
            /** @description HTTP status that the consumer returned; null when no response came. */
            readonly response_status: number | null;
            /** @description The number of this attempt, from 1. */
            readonly attempts: number;
            /**
             * Format: date-time
             * @description ISO 8601 date and time.
             * @example 2026-06-01T15:04:05.000Z
             */
            readonly delivered_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 date and time.
             * @example 2026-06-01T15:04:05.000Z
             */
            readonly created_at: string;
        };
        /**
         * @description When the grain is to be delivered.
         * @example {
         *       "from": "2026-09-01",
         *       "to": "2026-09-30"
         *     }
         */
        readonly DeliveryInput: {
            /**
             * Format: date
             * @description ISO 8601 date.
             * @example 2026-09-01
             */
            readonly from: string;
            /**
             * Format: date
             * @description ISO 8601 date.
             * @example 2026-09-01
             */
            readonly to: string;
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
        readonly DeliveryLocation: {
            readonly id: number;
            readonly name: string;
            readonly formatted: string;
            readonly city: string;
            readonly province: string;
        };
        /**
         * @description Every refusal (ERR-1).
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
        readonly Error: {
            readonly error: {
                readonly status: number;
                readonly code: string;
                readonly message: string;
                readonly errors?: readonly components["schemas"]["FieldError"][];
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
        readonly Farm: {
            /** @description An opaque string (CONV-2). */
            readonly id: string;
            readonly name: string;
            readonly latitude: number;
            readonly longitude: number;
            readonly nearest_city: string;
            readonly nearest_province: string;
            /**
             * Format: date-time
             * @description ISO 8601 date and time.
             * @example 2026-06-01T15:04:05.000Z
             */
            readonly created_at: string;
        };
        /**
         * @description What is wrong with one field.
         * @example {
         *       "field": "quantity_mt",
         *       "message": "must be at least 0.01"
         *     }
         */
        readonly FieldError: {
            readonly field: string;
            readonly message: string;
        };
        /**
         * @description An accepted grade name.
         * @example {
         *       "name": "No. 1 CWRS",
         *       "commodity": "cwrs-wheat"
         *     }
         */
        readonly Grade: {
            readonly name: string;
            /** @description Commodity slug. */
            readonly commodity: string;
        };
        /**
         * @description One day, or one week named by its Monday: its last price, lowest and highest.
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
        readonly HistoryPoint: {
            /**
             * Format: date
             * @description ISO 8601 date.
             * @example 2026-09-01
             */
            readonly date: string;
            readonly price: components["schemas"]["Money"];
            readonly low: number;
            readonly high: number;
        };
        /**
         * @description An anonymized listing (PRIV-1): nothing that names the seller or the farm, no place finer than the city.
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
        readonly Inventory: {
            /** @description An opaque string (CONV-2). */
            readonly id: string;
            readonly commodity: components["schemas"]["Commodity"];
            readonly variety: string | null;
            /** @description Grade code. Null on an ungraded lot, which takes multi-grade bids. */
            readonly grade: string | null;
            readonly is_organic: boolean;
            readonly crop_year: number | null;
            /** @description Always tonnes. */
            readonly quantity_mt: number;
            readonly quantity: components["schemas"]["Quantity"];
            readonly asking_price: components["schemas"]["AskingPrice"] | null;
            readonly quality: components["schemas"]["Quality"];
            readonly location: components["schemas"]["Location"] | null;
            /**
             * Format: date-time
             * @description ISO 8601 date and time.
             * @example 2026-06-01T15:04:05.000Z
             */
            readonly listed_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 date and time.
             * @example 2026-06-01T15:04:05.000Z
             */
            readonly expires_at: string | null;
        };
        /**
         * @description The values that occur in what the caller can list.
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
        readonly InventoryFilters: {
            readonly commodities: readonly components["schemas"]["Commodity"][];
            readonly grades: readonly string[];
            readonly provinces: readonly string[];
            readonly crop_years: readonly number[];
        };
        /** @description Accepted at subscription time, never emitted. */
        readonly InventoryMatchedEvent: {
            /** @description Unique to the event and stable across retries and replays (EVT-3). */
            readonly id: string;
            /**
             * @description Event type.
             * @constant
             */
            readonly type: "inventory.matched";
            /**
             * @deprecated
             * @description Alias of `type` (VER-3).
             * @constant
             */
            readonly event: "inventory.matched";
            /** @description False for sandbox subscriptions. */
            readonly livemode: boolean;
            /**
             * Format: date-time
             * @description When the event was generated: the same on every attempt (EVT-19).
             * @example 2026-06-01T15:04:05.000Z
             */
            readonly created_at: string;
            readonly data: Record<string, never>;
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
        readonly Listing: {
            /** @description An opaque string (CONV-2). */
            readonly id: string;
            readonly reference: string;
            /** @enum {string} */
            readonly status: "listed" | "unlisted" | "archived";
            readonly commodity: components["schemas"]["Commodity"];
            readonly variety: string | null;
            readonly grade: string | null;
            readonly is_organic: boolean;
            readonly crop_year: number | null;
            readonly quantity_mt: number;
            readonly quantity: components["schemas"]["Quantity"];
            readonly target_price: components["schemas"]["AskingPrice"] | null;
            readonly quality: components["schemas"]["Quality"];
            readonly location: components["schemas"]["Location"];
            /** @description In full with `farms.read`, else opaque (PRIV-14). */
            readonly farm: components["schemas"]["Farm"] | components["schemas"]["OpaqueFarm"];
            /** @description The listing in the seller dashboard; null in the sandbox. */
            readonly manage_url: string | null;
            /** @description The public page; null unless listed, always null in the sandbox. */
            readonly public_url: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 date and time.
             * @example 2026-06-01T15:04:05.000Z
             */
            readonly listed_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 date and time.
             * @example 2026-06-01T15:04:05.000Z
             */
            readonly expires_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 date and time.
             * @example 2026-06-01T15:04:05.000Z
             */
            readonly created_at: string;
        };
        /**
         * @description A coarse place: nothing finer than the city.
         * @example {
         *       "province": "SK",
         *       "nearest_city": "Swift Current"
         *     }
         */
        readonly Location: {
            readonly province: string;
            readonly nearest_city: string;
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
        readonly MarketPrice: {
            readonly commodity: components["schemas"]["Commodity"];
            /**
             * Format: date
             * @description ISO 8601 date.
             * @example 2026-09-01
             */
            readonly date: string;
            readonly price: components["schemas"]["Money"];
            /** @description Against the day before; null on the first day. */
            readonly change: number | null;
        };
        /**
         * @description A price for one unit.
         * @example {
         *       "amount": 312.5,
         *       "currency": "CAD",
         *       "unit": "MT"
         *     }
         */
        readonly Money: {
            readonly amount: number;
            readonly currency: string;
            readonly unit: string;
        };
        /**
         * @description An offer of a seller on a cash bid; who made it is masked until its trade settles.
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
        readonly Offer: {
            /** @description An opaque string (CONV-2). */
            readonly id: string;
            /** @description An opaque string (CONV-2). */
            readonly cash_bid_id: string;
            /** @enum {string} */
            readonly status: "pending" | "accepted" | "rejected" | "expired";
            readonly price: components["schemas"]["Money"];
            readonly quantity_mt: number;
            /** @description Null until both invoices of the trade are paid, then the name of the other side (PRIV-4). */
            readonly counterparty: {
                readonly name: string;
            } | null;
            /**
             * Format: date-time
             * @description ISO 8601 date and time.
             * @example 2026-06-01T15:04:05.000Z
             */
            readonly created_at: string;
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
        readonly OpaqueFarm: {
            /** @description An opaque string (CONV-2). */
            readonly id: string;
            readonly location: components["schemas"]["Location"];
        };
        /**
         * @description A bid on a lot: `price` on a graded one, `bids` on an ungraded one.
         * @example {
         *       "price": {
         *         "amount": 305,
         *         "unit": "MT"
         *       },
         *       "quantity_mt": 120,
         *       "delivery": {
         *         "from": "2026-09-01",
         *         "to": "2026-09-30"
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
         *         "from": "2026-09-01",
         *         "to": "2026-09-30"
         *       }
         *     }
         */
        readonly PlaceBid: {
            /** @description For graded listings. */
            readonly price?: components["schemas"]["PriceInput"];
            /** @description For ungraded (multi-grade) listings. */
            readonly bids?: readonly {
                readonly grade: string;
                readonly price: components["schemas"]["PriceInput"];
                readonly subject_to_sample_approval?: boolean;
            }[];
            readonly quantity_mt: number;
            readonly delivery: components["schemas"]["DeliveryInput"];
            /** @description True unless given (BID-43). */
            readonly fob_farm?: boolean;
            /** @description Required when `fob_farm` is false. From GET /delivery-locations. */
            readonly delivery_location_id?: number;
            readonly subject_to_sample_approval?: boolean;
            /** @description Free text, moderated: no e-mail address, phone number or URL. */
            readonly additional_terms?: string;
            /**
             * Format: date-time
             * @description 7 days after placement unless given (BID-11).
             * @example 2026-06-01T15:04:05.000Z
             */
            readonly expires_at?: string;
        };
        /**
         * @description A new listing of the caller.
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
        readonly PlaceListing: {
            /** @description Commodity slug. */
            readonly commodity: string;
            /** @description One of the caller's farm ids. */
            readonly farm_id: string;
            readonly quantity_mt: number;
            readonly variety?: string | null;
            readonly crop_year?: number | null;
            /** @description Grade name, as listed by GET /grades. Ungraded without it. */
            readonly grade?: string | null;
            /** @description Per tonne, in CAD. Unpriced without it. */
            readonly target_price?: {
                readonly amount: number;
                readonly firm?: boolean;
            } | null;
            readonly is_organic?: boolean;
            readonly quality?: components["schemas"]["QualityInput"];
            /** @description Publish immediately. True unless given (LST-3). */
            readonly list?: boolean;
        };
        /** @description A time series of prices, oldest first. */
        readonly PriceHistory: {
            /** @description The page of resources. */
            readonly items: readonly components["schemas"]["HistoryPoint"][];
            /**
             * @description Page size.
             * @example 20
             */
            readonly limit: number;
            /**
             * @description Start offset.
             * @example 0
             */
            readonly offset: number;
            /**
             * @description Total matching count.
             * @example 1
             */
            readonly total: number;
            /** @description Link to the next page. */
            readonly next: string | null;
            /** @description Link to the previous page. */
            readonly previous: string | null;
            /** @description Link to this page. */
            readonly href: string;
            readonly commodity: components["schemas"]["Commodity"];
            /** @enum {string} */
            readonly interval: "day" | "week";
        };
        /**
         * @description A Money-shaped price.
         * @example {
         *       "amount": 305,
         *       "unit": "MT"
         *     }
         */
        readonly PriceInput: {
            readonly amount: number;
            readonly unit: components["schemas"]["Unit"];
            /** @constant */
            readonly currency?: "CAD";
        };
        /**
         * @description Measurements of a sample; each may be null or absent.
         * @example {
         *       "protein": 13.4,
         *       "moisture": 12.1,
         *       "test_weight": 80.5,
         *       "dockage": 0.8,
         *       "falling_number": 340
         *     }
         */
        readonly Quality: {
            readonly protein?: number | null;
            readonly moisture?: number | null;
            readonly test_weight?: number | null;
            readonly dockage?: number | null;
            readonly falling_number?: number | null;
        };
        /**
         * @description Measurements of a sample; each may be null or absent.
         * @example {
         *       "protein": 13.4,
         *       "moisture": 12.1
         *     }
         */
        readonly QualityInput: {
            readonly protein?: number | null;
            readonly moisture?: number | null;
            readonly test_weight?: number | null;
            readonly dockage?: number | null;
            readonly falling_number?: number | null;
        };
        /**
         * @description A quantity rendered in a unit.
         * @example {
         *       "amount": 120,
         *       "unit": "MT"
         *     }
         */
        readonly Quantity: {
            readonly amount: number;
            readonly unit: components["schemas"]["Unit"];
        };
        /** @description The location stayed under its threshold long enough for the episode to clear. */
        readonly QueueCongestionClearedEvent: {
            /** @description Unique to the event and stable across retries and replays (EVT-3). */
            readonly id: string;
            /**
             * @description Event type.
             * @constant
             */
            readonly type: "queue.congestion_cleared";
            /**
             * @deprecated
             * @description Alias of `type` (VER-3).
             * @constant
             */
            readonly event: "queue.congestion_cleared";
            /** @description False for sandbox subscriptions. */
            readonly livemode: boolean;
            /**
             * Format: date-time
             * @description When the event was generated: the same on every attempt (EVT-19).
             * @example 2026-06-01T15:04:05.000Z
             */
            readonly created_at: string;
            readonly data: {
                readonly location_id: number;
                readonly name: string;
                readonly trucks_waiting: number;
                readonly threshold: number;
                /**
                 * Format: date-time
                 * @description ISO 8601 date and time.
                 * @example 2026-06-01T15:04:05.000Z
                 */
                readonly started_at: string;
            };
        };
        /** @description One of the elevator's delivery locations crossed its congestion threshold. */
        readonly QueueCongestionStartedEvent: {
            /** @description Unique to the event and stable across retries and replays (EVT-3). */
            readonly id: string;
            /**
             * @description Event type.
             * @constant
             */
            readonly type: "queue.congestion_started";
            /**
             * @deprecated
             * @description Alias of `type` (VER-3).
             * @constant
             */
            readonly event: "queue.congestion_started";
            /** @description False for sandbox subscriptions. */
            readonly livemode: boolean;
            /**
             * Format: date-time
             * @description When the event was generated: the same on every attempt (EVT-19).
             * @example 2026-06-01T15:04:05.000Z
             */
            readonly created_at: string;
            readonly data: {
                readonly location_id: number;
                readonly name: string;
                readonly trucks_waiting: number;
                readonly threshold: number;
                /**
                 * Format: date-time
                 * @description ISO 8601 date and time.
                 * @example 2026-06-01T15:04:05.000Z
                 */
                readonly started_at: string;
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
         *         "from": "2026-09-01",
         *         "to": "2026-09-30"
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
        readonly ReceivedBid: {
            /** @description An opaque string (CONV-2). */
            readonly id: string;
            /** @description Meant for people. */
            readonly reference: string;
            /** @enum {string} */
            readonly status: "pending" | "accepted" | "rejected" | "countered" | "expired";
            /** @description `single_grade` or `multi_grade`. */
            readonly type: string;
            /** @description Null on a multi-grade bid. */
            readonly price: components["schemas"]["Money"] | null;
            /** @description The lines of a multi-grade bid; absent on others. */
            readonly grades?: readonly components["schemas"]["BidLine"][];
            readonly quantity_mt: number;
            readonly quantity: components["schemas"]["Quantity"];
            readonly delivery: components["schemas"]["DateWindow"];
            readonly fob_farm: boolean;
            readonly delivery_location_id: number | null;
            readonly subject_to_sample_approval: boolean;
            readonly additional_terms: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 date and time.
             * @example 2026-06-01T15:04:05.000Z
             */
            readonly expires_at: string | null;
            /** @description The bid that this one counters. */
            readonly counter_to: string | null;
            /**
             * @description Whose answer a pending bid waits for; null once it is decided.
             * @enum {string|null}
             */
            readonly awaiting: "buyer" | "seller" | null;
            /** @description Null until both invoices of the trade are paid, then the name of the other side (PRIV-4). */
            readonly counterparty: {
                readonly name: string;
            } | null;
            /**
             * Format: date-time
             * @description ISO 8601 date and time.
             * @example 2026-06-01T15:04:05.000Z
             */
            readonly created_at: string;
            /** @description An opaque string (CONV-2). */
            readonly listing_id: string;
            /** @description The company of a verified elevator, else the literal `Buyer`. */
            readonly buyer_label: string;
            readonly buyer_type: string | null;
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
         *             "from": "2026-09-01",
         *             "to": "2026-09-30"
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
        readonly ReceivedBids: {
            readonly listing: {
                /** @description An opaque string (CONV-2). */
                readonly id: string;
                readonly reference: string;
                readonly commodity: components["schemas"]["Commodity"];
                readonly grade: string | null;
                readonly quantity_mt: number;
            };
            readonly bids: readonly components["schemas"]["ReceivedBid"][];
        };
        /**
         * @description The event that was queued again.
         * @example {
         *       "queued": true,
         *       "event": "bid.accepted",
         *       "event_id": "evt_40a7d2c9156b8ef3"
         *     }
         */
        readonly Redelivery: {
            readonly queued: boolean;
            readonly event: string;
            /** @description An opaque string (CONV-2). */
            readonly event_id: string;
        };
        /**
         * @description A sandbox test user with a token of its own.
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
        readonly SandboxUser: {
            /** @description An opaque string (CONV-2). */
            readonly id: string;
            readonly email: string;
            /** @enum {string} */
            readonly role: "seller" | "buyer";
            readonly access_token: string;
            readonly expires_in: number;
            /** @description An opaque string (CONV-2). */
            readonly team_id: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 date and time.
             * @example 2026-06-01T15:04:05.000Z
             */
            readonly created_at: string;
        };
        /**
         * @description What to simulate.
         * @example {
         *       "event": "bid.received",
         *       "price": 301.5
         *     }
         */
        readonly SimulateEvent: {
            /** @enum {string} */
            readonly event: "bid.received";
            /** @description One of the caller's sandbox listings; the newest unless given. */
            readonly inventory_id?: string;
            /** @description Per tonne; the target price, or 250.00, unless given. */
            readonly price?: number;
            /** @description Tonnes, clamped to the listing; all of it unless given. */
            readonly quantity?: number;
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
        readonly SimulatedEvent: {
            readonly event: string;
            readonly simulated: boolean;
            /** @description An opaque string (CONV-2). */
            readonly bid_id: string;
            readonly bid_reference: string;
            /** @description An opaque string (CONV-2). */
            readonly inventory_id: string;
            readonly buyer: {
                /** @description An opaque string (CONV-2). */
                readonly id: string;
                readonly email: string;
            };
            readonly webhook_deliveries_queued: number;
            /** @description Why no delivery was queued. */
            readonly warning: string | null;
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
         *         "from": "2026-09-01",
         *         "to": "2026-10-31"
         *       },
         *       "delivery_location_id": 1001
         *     }
         */
        readonly StoreCashBid: {
            readonly commodity: string;
            readonly grade?: string | null;
            readonly crop_year?: number | null;
            readonly price: components["schemas"]["PriceInput"];
            readonly quantity_mt: number;
            readonly delivery: components["schemas"]["DeliveryInput"];
            readonly delivery_location_id: number;
            readonly is_active?: boolean;
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
        readonly StoreFarm: {
            readonly name: string;
            readonly latitude: number;
            readonly longitude: number;
            readonly nearest_city: string;
            readonly nearest_province: string;
        };
        /**
         * @description A test user to provision.
         * @example {
         *       "role": "seller"
         *     }
         */
        readonly StoreSandboxUser: {
            /** @enum {string} */
            readonly role: "seller" | "buyer";
            readonly name?: string;
            /** Format: email */
            readonly email?: string;
        };
        /**
         * @description Where to send what.
         * @example {
         *       "url": "https://desk.example/hooks",
         *       "events": [
         *         "bid.accepted",
         *         "trade.settled"
         *       ]
         *     }
         */
        readonly StoreSubscription: {
            /** @description An http or https URL. */
            readonly url: string;
            readonly events: readonly string[];
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
        readonly Subscription: {
            /** @description An opaque string (CONV-2). */
            readonly id: string;
            /** @description Delivery target URL. */
            readonly url: string;
            /** @description Event types. */
            readonly events: readonly string[];
            readonly is_active: boolean;
            /** @description Fixed at creation by the token used (WHK-6). */
            readonly livemode: boolean;
            /**
             * Format: date-time
             * @description ISO 8601 date and time.
             * @example 2026-06-01T15:04:05.000Z
             */
            readonly created_at: string;
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
        readonly Team: {
            /** @description An opaque string (CONV-2). */
            readonly id: string;
            readonly name: string;
            /**
             * @description The user's role in the team.
             * @enum {string}
             */
            readonly role: "owner" | "admin" | "member";
            /** @enum {string} */
            readonly type: "elevator" | "buyer";
            readonly is_verified_elevator: boolean;
            /**
             * Format: date-time
             * @description ISO 8601 date and time.
             * @example 2026-06-01T15:04:05.000Z
             */
            readonly created_at: string;
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
         *         "from": "2026-09-01",
         *         "to": "2026-09-30"
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
        readonly Trade: {
            /** @description An opaque string (CONV-2). */
            readonly id: string;
            readonly reference: string;
            /** @enum {string} */
            readonly status: "Pending" | "Completed";
            /**
             * @description The side of the caller.
             * @enum {string}
             */
            readonly side: "buyer" | "seller";
            /** @description An opaque string (CONV-2). */
            readonly bid_id: string | null;
            /** @description An opaque string (CONV-2). */
            readonly offer_id: string | null;
            /** @description An opaque string (CONV-2). */
            readonly inventory_id: string | null;
            readonly commodity: components["schemas"]["Commodity"];
            readonly quantity_mt: number;
            readonly quantity: components["schemas"]["Quantity"];
            readonly price: components["schemas"]["Money"];
            readonly delivery: components["schemas"]["DateWindow"] | null;
            /** @description Both invoices; no party is named. */
            readonly invoices: readonly {
                /** @enum {string} */
                readonly kind: "buyer" | "seller";
                /** @enum {string} */
                readonly status: "unpaid" | "paid";
            }[];
            /** @description Null until both invoices of the trade are paid, then the name of the other side (PRIV-4). */
            readonly counterparty: {
                readonly name: string;
            } | null;
            /**
             * Format: date-time
             * @description ISO 8601 date and time.
             * @example 2026-06-01T15:04:05.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 date and time.
             * @example 2026-06-01T15:04:05.000Z
             */
            readonly settled_at: string | null;
        };
        /** @description A bid became a trade. */
        readonly TradeCreatedEvent: {
            /** @description Unique to the event and stable across retries and replays (EVT-3). */
            readonly id: string;
            /**
             * @description Event type.
             * @constant
             */
            readonly type: "trade.created";
            /**
             * @deprecated
             * @description Alias of `type` (VER-3).
             * @constant
             */
            readonly event: "trade.created";
            /** @description False for sandbox subscriptions. */
            readonly livemode: boolean;
            /**
             * Format: date-time
             * @description When the event was generated: the same on every attempt (EVT-19).
             * @example 2026-06-01T15:04:05.000Z
             */
            readonly created_at: string;
            readonly data: {
                /** @description An opaque string (CONV-2). */
                readonly trade_id: string;
                readonly status: string;
                /** @description An opaque string (CONV-2). */
                readonly inventory_id: string | null;
                readonly commodity: components["schemas"]["Commodity"];
                readonly quantity_mt: number;
                readonly price: components["schemas"]["Money"];
                /** @description An opaque string (CONV-2). */
                readonly bid_id: string | null;
            };
        };
        /** @description Both invoices on the trade are paid. */
        readonly TradeSettledEvent: {
            /** @description Unique to the event and stable across retries and replays (EVT-3). */
            readonly id: string;
            /**
             * @description Event type.
             * @constant
             */
            readonly type: "trade.settled";
            /**
             * @deprecated
             * @description Alias of `type` (VER-3).
             * @constant
             */
            readonly event: "trade.settled";
            /** @description False for sandbox subscriptions. */
            readonly livemode: boolean;
            /**
             * Format: date-time
             * @description When the event was generated: the same on every attempt (EVT-19).
             * @example 2026-06-01T15:04:05.000Z
             */
            readonly created_at: string;
            readonly data: {
                /** @description An opaque string (CONV-2). */
                readonly trade_id: string;
                readonly status: string;
                /** @description An opaque string (CONV-2). */
                readonly inventory_id: string | null;
                readonly commodity: components["schemas"]["Commodity"];
                readonly quantity_mt: number;
                readonly price: components["schemas"]["Money"];
            };
        };
        /**
         * @description Tonne, bushel (by the standard bushel weight of the commodity), pound, hundredweight of 100 lb, short ton.
         * @example MT
         * @enum {string}
         */
        readonly Unit: "MT" | "BU" | "LB" | "CWT" | "ST";
        /**
         * @description Any of the fields that can change.
         * @example {
         *       "is_active": false
         *     }
         */
        readonly UpdateCashBid: {
            readonly price?: components["schemas"]["PriceInput"];
            readonly quantity_mt?: number;
            readonly delivery?: components["schemas"]["DeliveryInput"];
            readonly is_active?: boolean;
        };
        /**
         * @description Any subset of the fields.
         * @example {
         *       "name": "Coteau Ridge East"
         *     }
         */
        readonly UpdateFarm: {
            readonly name?: string;
            readonly latitude?: number;
            readonly longitude?: number;
            readonly nearest_city?: string;
            readonly nearest_province?: string;
        };
        /**
         * @description Price, publication, quantity.
         * @example {
         *       "listed": false
         *     }
         */
        readonly UpdateListing: {
            readonly target_price?: {
                readonly amount: number;
                readonly firm?: boolean;
            } | null;
            readonly listed?: boolean;
            readonly quantity_mt?: number;
        };
    };
    responses: never;
    parameters: {
        /**
         * @description Page size.
         * @example 20
         */
        readonly limit: number;
        /**
         * @description Start offset.
         * @example 0
         */
        readonly offset: number;
        /**
         * @description The unit of the rendered `quantity`. Prices stay per tonne.
         * @example MT
         */
        readonly units: components["schemas"]["Unit"];
        /**
         * @description The same key with the same body answers the original bid again (IDEM-2), with a different body 409 (IDEM-3).
         * @example 7d0c2e9e-5a0b-4a53-9a3f-0c1b3f4f7d10
         */
        readonly idempotency_key: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description How to authenticate.
         * @example Bearer
         */
        readonly "WWW-Authenticate": string;
        /**
         * @description Seconds to wait.
         * @example 1
         */
        readonly "Retry-After": number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readonly listInventory: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Commodity slugs, comma-separated (any of them).
                 * @example canola,durum
                 */
                readonly commodity?: string;
                /**
                 * @description Grade code.
                 * @example No. 1 CWRS
                 */
                readonly grade?: string;
                /**
                 * @description The least quantity, in `units`.
                 * @example 50
                 */
                readonly min_quantity?: number;
                /**
                 * @description The greatest quantity, in `units`.
                 * @example 500
                 */
                readonly max_quantity?: number;
                /**
                 * @description Province.
                 * @example SK
                 */
                readonly province?: string;
                /**
                 * @description `lat,lng,radius_km`: distance to the centroid of the nearest city.
                 * @example 50.29,-107.80,100
                 */
                readonly near?: string;
                /**
                 * @description Crop year.
                 * @example 2025
                 */
                readonly crop_year?: number;
                /**
                 * @description Organic lots, or the others.
                 * @example true
                 */
                readonly is_organic?: boolean;
                /**
                 * @description The least protein, in percent.
                 * @example 12.5
                 */
                readonly min_protein?: number;
                /**
                 * @description Order; the newest first unless given.
                 * @example price
                 */
                readonly sort?: "price" | "-price" | "quantity" | "-quantity" | "listed_at" | "-listed_at";
                /**
                 * @description Page size.
                 * @example 20
                 */
                readonly limit?: components["parameters"]["limit"];
                /**
                 * @description Start offset.
                 * @example 0
                 */
                readonly offset?: components["parameters"]["offset"];
                /**
                 * @description The unit of the rendered `quantity`. Prices stay per tonne.
                 * @example MT
                 */
                readonly units?: components["parameters"]["units"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of listings. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description The page of resources. */
                        readonly items: readonly components["schemas"]["Inventory"][];
                        /**
                         * @description Page size.
                         * @example 20
                         */
                        readonly limit: number;
                        /**
                         * @description Start offset.
                         * @example 0
                         */
                        readonly offset: number;
                        /**
                         * @description Total matching count.
                         * @example 1
                         */
                        readonly total: number;
                        /** @description Link to the next page. */
                        readonly next: string | null;
                        /** @description Link to the previous page. */
                        readonly previous: string | null;
                        /** @description Link to this page. */
                        readonly href: string;
                    };
                };
            };
            /** @description A query parameter is not valid. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token is missing, unknown or expired. */
            readonly 401: {
                headers: {
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the required scope or eligibility. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Retry after the time given in Retry-After. */
            readonly 429: {
                headers: {
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on our side. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly getInventoryFilters: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The values that occur. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["InventoryFilters"];
                    };
                };
            };
            /** @description The access token is missing, unknown or expired. */
            readonly 401: {
                headers: {
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the required scope or eligibility. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Retry after the time given in Retry-After. */
            readonly 429: {
                headers: {
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on our side. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly getInventory: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The unit of the rendered `quantity`. Prices stay per tonne.
                 * @example MT
                 */
                readonly units?: components["parameters"]["units"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Public inventory id.
                 * @example inv_3f9c2a71b04e8d55
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The listing. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Inventory"];
                    };
                };
            };
            /** @description The request target is not a valid URL path. A query parameter is not valid. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token is missing, unknown or expired. */
            readonly 401: {
                headers: {
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the required scope or eligibility. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such resource. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Retry after the time given in Retry-After. */
            readonly 429: {
                headers: {
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on our side. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly placeBid: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The same key with the same body answers the original bid again (IDEM-2), with a different body 409 (IDEM-3).
                 * @example 7d0c2e9e-5a0b-4a53-9a3f-0c1b3f4f7d10
                 */
                readonly "Idempotency-Key"?: components["parameters"]["idempotency_key"];
            };
            readonly path: {
                /**
                 * @description Public inventory id.
                 * @example inv_3f9c2a71b04e8d55
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        /** @description A bid on a lot: `price` on a graded one, `bids` on an ungraded one. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PlaceBid"];
            };
        };
        readonly responses: {
            /** @description The pending bid. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Bid"];
                    };
                };
            };
            /** @description The token is not bound to a team. The request target is not a valid URL path. The body is not valid JSON. A header is not valid. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token is missing, unknown or expired. */
            readonly 401: {
                headers: {
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the required scope or eligibility. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such resource. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This Idempotency-Key was used with a different body. */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than this service takes. */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body must be sent as application/json. */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed validation. */
            readonly 422: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Retry after the time given in Retry-After. */
            readonly 429: {
                headers: {
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on our side. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly listBids: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Only bids with this status.
                 * @example pending
                 */
                readonly status?: "pending" | "accepted" | "rejected" | "countered" | "expired";
                /**
                 * @description Page size.
                 * @example 20
                 */
                readonly limit?: components["parameters"]["limit"];
                /**
                 * @description Start offset.
                 * @example 0
                 */
                readonly offset?: components["parameters"]["offset"];
                /**
                 * @description The unit of the rendered `quantity`. Prices stay per tonne.
                 * @example MT
                 */
                readonly units?: components["parameters"]["units"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of bids, newest first. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description The page of resources. */
                        readonly items: readonly components["schemas"]["Bid"][];
                        /**
                         * @description Page size.
                         * @example 20
                         */
                        readonly limit: number;
                        /**
                         * @description Start offset.
                         * @example 0
                         */
                        readonly offset: number;
                        /**
                         * @description Total matching count.
                         * @example 1
                         */
                        readonly total: number;
                        /** @description Link to the next page. */
                        readonly next: string | null;
                        /** @description Link to the previous page. */
                        readonly previous: string | null;
                        /** @description Link to this page. */
                        readonly href: string;
                    };
                };
            };
            /** @description The token is not bound to a team. A query parameter is not valid. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token is missing, unknown or expired. */
            readonly 401: {
                headers: {
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the required scope or eligibility. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Retry after the time given in Retry-After. */
            readonly 429: {
                headers: {
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on our side. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly getBid: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The unit of the rendered `quantity`. Prices stay per tonne.
                 * @example MT
                 */
                readonly units?: components["parameters"]["units"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Bid id.
                 * @example bid_8a1f04c2de97b365
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The bid. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Bid"];
                    };
                };
            };
            /** @description The token is not bound to a team. The request target is not a valid URL path. A query parameter is not valid. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token is missing, unknown or expired. */
            readonly 401: {
                headers: {
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the required scope or eligibility. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such resource. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Retry after the time given in Retry-After. */
            readonly 429: {
                headers: {
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on our side. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly acceptBid: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Bid id.
                 * @example bid_8a1f04c2de97b365
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        /** @description Needed on a multi-grade bid only. */
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["AcceptBid"];
            };
        };
        readonly responses: {
            /** @description The trade that was made. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Trade"];
                    };
                };
            };
            /** @description The request target is not a valid URL path. The body is not valid JSON. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token is missing, unknown or expired. */
            readonly 401: {
                headers: {
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the required scope or eligibility. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such resource. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than this service takes. */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body must be sent as application/json. */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed validation. A multi-grade bid is accepted by naming its lines in bid_items. The bid is no longer pending. */
            readonly 422: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Retry after the time given in Retry-After. */
            readonly 429: {
                headers: {
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on our side. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly rejectBid: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Bid id.
                 * @example bid_8a1f04c2de97b365
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The rejected bid. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Bid"] | components["schemas"]["ReceivedBid"];
                    };
                };
            };
            /** @description The request target is not a valid URL path. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token is missing, unknown or expired. */
            readonly 401: {
                headers: {
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the required scope or eligibility. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such resource. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The bid is no longer pending. */
            readonly 422: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Retry after the time given in Retry-After. */
            readonly 429: {
                headers: {
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on our side. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly counterBid: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The same key with the same body answers the original bid again (IDEM-2), with a different body 409 (IDEM-3).
                 * @example 7d0c2e9e-5a0b-4a53-9a3f-0c1b3f4f7d10
                 */
                readonly "Idempotency-Key"?: components["parameters"]["idempotency_key"];
            };
            readonly path: {
                /**
                 * @description Bid id.
                 * @example bid_8a1f04c2de97b365
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        /** @description A bid on a lot: `price` on a graded one, `bids` on an ungraded one. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PlaceBid"];
            };
        };
        readonly responses: {
            /** @description The new bid. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Bid"] | components["schemas"]["ReceivedBid"];
                    };
                };
            };
            /** @description The request target is not a valid URL path. The body is not valid JSON. A header is not valid. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token is missing, unknown or expired. */
            readonly 401: {
                headers: {
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the required scope or eligibility. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such resource. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This Idempotency-Key was used with a different body. */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than this service takes. */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body must be sent as application/json. */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed validation. The bid is no longer pending. */
            readonly 422: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Retry after the time given in Retry-After. */
            readonly 429: {
                headers: {
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on our side. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly listDeliveryLocations: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Page size.
                 * @example 20
                 */
                readonly limit?: components["parameters"]["limit"];
                /**
                 * @description Start offset.
                 * @example 0
                 */
                readonly offset?: components["parameters"]["offset"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The delivery locations. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description The page of resources. */
                        readonly items: readonly components["schemas"]["DeliveryLocation"][];
                        /**
                         * @description Page size.
                         * @example 20
                         */
                        readonly limit: number;
                        /**
                         * @description Start offset.
                         * @example 0
                         */
                        readonly offset: number;
                        /**
                         * @description Total matching count.
                         * @example 1
                         */
                        readonly total: number;
                        /** @description Link to the next page. */
                        readonly next: string | null;
                        /** @description Link to the previous page. */
                        readonly previous: string | null;
                        /** @description Link to this page. */
                        readonly href: string;
                    };
                };
            };
            /** @description The token is not bound to a team. A query parameter is not valid. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token is missing, unknown or expired. */
            readonly 401: {
                headers: {
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the required scope or eligibility. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Retry after the time given in Retry-After. */
            readonly 429: {
                headers: {
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on our side. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly listMarketCommodities: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Page size.
                 * @example 20
                 */
                readonly limit?: components["parameters"]["limit"];
                /**
                 * @description Start offset.
                 * @example 0
                 */
                readonly offset?: components["parameters"]["offset"];
                /**
                 * @description The unit of the rendered `quantity`. Prices stay per tonne.
                 * @example MT
                 */
                readonly units?: components["parameters"]["units"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Commodities. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description The page of resources. */
                        readonly items: readonly components["schemas"]["CommodityCoverage"][];
                        /**
                         * @description Page size.
                         * @example 20
                         */
                        readonly limit: number;
                        /**
                         * @description Start offset.
                         * @example 0
                         */
                        readonly offset: number;
                        /**
                         * @description Total matching count.
                         * @example 1
                         */
                        readonly total: number;
                        /** @description Link to the next page. */
                        readonly next: string | null;
                        /** @description Link to the previous page. */
                        readonly previous: string | null;
                        /** @description Link to this page. */
                        readonly href: string;
                    };
                };
            };
            /** @description A query parameter is not valid. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token is missing, unknown or expired. */
            readonly 401: {
                headers: {
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the required scope or eligibility. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Retry after the time given in Retry-After. */
            readonly 429: {
                headers: {
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on our side. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly listMarketPrices: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Commodity slugs, comma-separated.
                 * @example canola,durum
                 */
                readonly commodity?: string;
                /**
                 * @description The price as of that date instead of the current one.
                 * @example 2026-06-01
                 */
                readonly date?: string;
                /**
                 * @description Page size.
                 * @example 20
                 */
                readonly limit?: components["parameters"]["limit"];
                /**
                 * @description Start offset.
                 * @example 0
                 */
                readonly offset?: components["parameters"]["offset"];
                /**
                 * @description The unit of the rendered `quantity`. Prices stay per tonne.
                 * @example MT
                 */
                readonly units?: components["parameters"]["units"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Prices, one a commodity. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description The page of resources. */
                        readonly items: readonly components["schemas"]["MarketPrice"][];
                        /**
                         * @description Page size.
                         * @example 20
                         */
                        readonly limit: number;
                        /**
                         * @description Start offset.
                         * @example 0
                         */
                        readonly offset: number;
                        /**
                         * @description Total matching count.
                         * @example 1
                         */
                        readonly total: number;
                        /** @description Link to the next page. */
                        readonly next: string | null;
                        /** @description Link to the previous page. */
                        readonly previous: string | null;
                        /** @description Link to this page. */
                        readonly href: string;
                    };
                };
            };
            /** @description A query parameter is not valid. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token is missing, unknown or expired. */
            readonly 401: {
                headers: {
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the required scope or eligibility. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Retry after the time given in Retry-After. */
            readonly 429: {
                headers: {
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on our side. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly getPriceHistory: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description First day.
                 * @example 2026-06-01
                 */
                readonly from?: string;
                /**
                 * @description Last day.
                 * @example 2026-06-01
                 */
                readonly to?: string;
                /**
                 * @description A point a day, or a week; days unless given.
                 * @example day
                 */
                readonly interval?: "day" | "week";
                /**
                 * @description Page size.
                 * @example 20
                 */
                readonly limit?: components["parameters"]["limit"];
                /**
                 * @description Start offset.
                 * @example 0
                 */
                readonly offset?: components["parameters"]["offset"];
                /**
                 * @description The unit of the rendered `quantity`. Prices stay per tonne.
                 * @example MT
                 */
                readonly units?: components["parameters"]["units"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Commodity slug.
                 * @example canola
                 */
                readonly commodity: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A time series, oldest first. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PriceHistory"];
                };
            };
            /** @description The request target is not a valid URL path. A query parameter is not valid. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token is missing, unknown or expired. */
            readonly 401: {
                headers: {
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the required scope or eligibility. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such resource. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Retry after the time given in Retry-After. */
            readonly 429: {
                headers: {
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on our side. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly listTrades: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Only trades with this status.
                 * @example Pending
                 */
                readonly status?: "Pending" | "Completed";
                /**
                 * @description Commodity slugs, comma-separated.
                 * @example canola
                 */
                readonly commodity?: string;
                /**
                 * @description Made on this day or later.
                 * @example 2026-06-01
                 */
                readonly from?: string;
                /**
                 * @description Made on this day or earlier.
                 * @example 2026-06-01
                 */
                readonly to?: string;
                /**
                 * @description Page size.
                 * @example 20
                 */
                readonly limit?: components["parameters"]["limit"];
                /**
                 * @description Start offset.
                 * @example 0
                 */
                readonly offset?: components["parameters"]["offset"];
                /**
                 * @description The unit of the rendered `quantity`. Prices stay per tonne.
                 * @example MT
                 */
                readonly units?: components["parameters"]["units"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of trades, newest first. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description The page of resources. */
                        readonly items: readonly components["schemas"]["Trade"][];
                        /**
                         * @description Page size.
                         * @example 20
                         */
                        readonly limit: number;
                        /**
                         * @description Start offset.
                         * @example 0
                         */
                        readonly offset: number;
                        /**
                         * @description Total matching count.
                         * @example 1
                         */
                        readonly total: number;
                        /** @description Link to the next page. */
                        readonly next: string | null;
                        /** @description Link to the previous page. */
                        readonly previous: string | null;
                        /** @description Link to this page. */
                        readonly href: string;
                    };
                };
            };
            /** @description A query parameter is not valid. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token is missing, unknown or expired. */
            readonly 401: {
                headers: {
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the required scope or eligibility. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Retry after the time given in Retry-After. */
            readonly 429: {
                headers: {
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on our side. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly getTrade: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The unit of the rendered `quantity`. Prices stay per tonne.
                 * @example MT
                 */
                readonly units?: components["parameters"]["units"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Trade id.
                 * @example trd_c40b7e19a2d8f356
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The trade. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Trade"];
                    };
                };
            };
            /** @description The request target is not a valid URL path. A query parameter is not valid. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token is missing, unknown or expired. */
            readonly 401: {
                headers: {
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the required scope or eligibility. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such resource. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Retry after the time given in Retry-After. */
            readonly 429: {
                headers: {
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on our side. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly listTeams: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Page size.
                 * @example 20
                 */
                readonly limit?: components["parameters"]["limit"];
                /**
                 * @description Start offset.
                 * @example 0
                 */
                readonly offset?: components["parameters"]["offset"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The teams, each with the role of the user. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description The page of resources. */
                        readonly items: readonly components["schemas"]["Team"][];
                        /**
                         * @description Page size.
                         * @example 20
                         */
                        readonly limit: number;
                        /**
                         * @description Start offset.
                         * @example 0
                         */
                        readonly offset: number;
                        /**
                         * @description Total matching count.
                         * @example 1
                         */
                        readonly total: number;
                        /** @description Link to the next page. */
                        readonly next: string | null;
                        /** @description Link to the previous page. */
                        readonly previous: string | null;
                        /** @description Link to this page. */
                        readonly href: string;
                    };
                };
            };
            /** @description A query parameter is not valid. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token is missing, unknown or expired. */
            readonly 401: {
                headers: {
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the required scope or eligibility. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Retry after the time given in Retry-After. */
            readonly 429: {
                headers: {
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on our side. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly getTeam: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Team id.
                 * @example tm_0b6de2f4917ac853
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The team. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Team"];
                    };
                };
            };
            /** @description The request target is not a valid URL path. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token is missing, unknown or expired. */
            readonly 401: {
                headers: {
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the required scope or eligibility. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such resource. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Retry after the time given in Retry-After. */
            readonly 429: {
                headers: {
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on our side. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly listCashBids: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Active ones, or the others.
                 * @example true
                 */
                readonly is_active?: boolean;
                /**
                 * @description Commodity slugs, comma-separated.
                 * @example canola
                 */
                readonly commodity?: string;
                /**
                 * @description Page size.
                 * @example 20
                 */
                readonly limit?: components["parameters"]["limit"];
                /**
                 * @description Start offset.
                 * @example 0
                 */
                readonly offset?: components["parameters"]["offset"];
                /**
                 * @description The unit of the rendered `quantity`. Prices stay per tonne.
                 * @example MT
                 */
                readonly units?: components["parameters"]["units"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of cash bids, newest first. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description The page of resources. */
                        readonly items: readonly components["schemas"]["CashBid"][];
                        /**
                         * @description Page size.
                         * @example 20
                         */
                        readonly limit: number;
                        /**
                         * @description Start offset.
                         * @example 0
                         */
                        readonly offset: number;
                        /**
                         * @description Total matching count.
                         * @example 1
                         */
                        readonly total: number;
                        /** @description Link to the next page. */
                        readonly next: string | null;
                        /** @description Link to the previous page. */
                        readonly previous: string | null;
                        /** @description Link to this page. */
                        readonly href: string;
                    };
                };
            };
            /** @description The token is not bound to a team. A query parameter is not valid. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token is missing, unknown or expired. */
            readonly 401: {
                headers: {
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the required scope or eligibility. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Retry after the time given in Retry-After. */
            readonly 429: {
                headers: {
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on our side. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly createCashBid: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description A new cash bid; active unless `is_active` is false. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["StoreCashBid"];
            };
        };
        readonly responses: {
            /** @description The cash bid. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["CashBid"];
                    };
                };
            };
            /** @description The token is not bound to a team. The body is not valid JSON. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token is missing, unknown or expired. */
            readonly 401: {
                headers: {
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the required scope or eligibility. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than this service takes. */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body must be sent as application/json. */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed validation. */
            readonly 422: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Retry after the time given in Retry-After. */
            readonly 429: {
                headers: {
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on our side. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly updateCashBid: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Cash bid id.
                 * @example cb_27e5d09f13c8ab64
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        /** @description Any of the fields that can change. */
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["UpdateCashBid"];
            };
        };
        readonly responses: {
            /** @description The cash bid as it is now. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["CashBid"];
                    };
                };
            };
            /** @description The token is not bound to a team. The request target is not a valid URL path. The body is not valid JSON. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token is missing, unknown or expired. */
            readonly 401: {
                headers: {
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the required scope or eligibility. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such resource. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than this service takes. */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body must be sent as application/json. */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed validation. */
            readonly 422: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Retry after the time given in Retry-After. */
            readonly 429: {
                headers: {
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on our side. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly listOffers: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Only offers with this status.
                 * @example pending
                 */
                readonly status?: "pending" | "accepted" | "rejected" | "expired";
                /**
                 * @description Page size.
                 * @example 20
                 */
                readonly limit?: components["parameters"]["limit"];
                /**
                 * @description Start offset.
                 * @example 0
                 */
                readonly offset?: components["parameters"]["offset"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Cash bid id.
                 * @example cb_27e5d09f13c8ab64
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of offers, newest first. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description The page of resources. */
                        readonly items: readonly components["schemas"]["Offer"][];
                        /**
                         * @description Page size.
                         * @example 20
                         */
                        readonly limit: number;
                        /**
                         * @description Start offset.
                         * @example 0
                         */
                        readonly offset: number;
                        /**
                         * @description Total matching count.
                         * @example 1
                         */
                        readonly total: number;
                        /** @description Link to the next page. */
                        readonly next: string | null;
                        /** @description Link to the previous page. */
                        readonly previous: string | null;
                        /** @description Link to this page. */
                        readonly href: string;
                    };
                };
            };
            /** @description The token is not bound to a team. The request target is not a valid URL path. A query parameter is not valid. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token is missing, unknown or expired. */
            readonly 401: {
                headers: {
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the required scope or eligibility. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such resource. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Retry after the time given in Retry-After. */
            readonly 429: {
                headers: {
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on our side. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly acceptOffer: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Offer id.
                 * @example cbo_6d1e83b5f09a27c4
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The trade that was made. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Trade"];
                    };
                };
            };
            /** @description The token is not bound to a team. The request target is not a valid URL path. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token is missing, unknown or expired. */
            readonly 401: {
                headers: {
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the required scope or eligibility. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such resource. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The resource is no longer in a state that allows this. */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Retry after the time given in Retry-After. */
            readonly 429: {
                headers: {
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on our side. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly rejectOffer: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Offer id.
                 * @example cbo_6d1e83b5f09a27c4
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The rejected offer. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Offer"];
                    };
                };
            };
            /** @description The token is not bound to a team. The request target is not a valid URL path. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token is missing, unknown or expired. */
            readonly 401: {
                headers: {
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the required scope or eligibility. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such resource. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The resource is no longer in a state that allows this. */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Retry after the time given in Retry-After. */
            readonly 429: {
                headers: {
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on our side. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly listWebhooks: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Page size.
                 * @example 20
                 */
                readonly limit?: components["parameters"]["limit"];
                /**
                 * @description Start offset.
                 * @example 0
                 */
                readonly offset?: components["parameters"]["offset"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The subscriptions of the mode of the token. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description The page of resources. */
                        readonly items: readonly components["schemas"]["Subscription"][];
                        /**
                         * @description Page size.
                         * @example 20
                         */
                        readonly limit: number;
                        /**
                         * @description Start offset.
                         * @example 0
                         */
                        readonly offset: number;
                        /**
                         * @description Total matching count.
                         * @example 1
                         */
                        readonly total: number;
                        /** @description Link to the next page. */
                        readonly next: string | null;
                        /** @description Link to the previous page. */
                        readonly previous: string | null;
                        /** @description Link to this page. */
                        readonly href: string;
                    };
                };
            };
            /** @description The token is not bound to a team. A query parameter is not valid. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token is missing, unknown or expired. */
            readonly 401: {
                headers: {
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the required scope or eligibility. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Retry after the time given in Retry-After. */
            readonly 429: {
                headers: {
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on our side. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly createWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description Where to send what. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["StoreSubscription"];
            };
        };
        readonly responses: {
            /** @description The subscription and its secret. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["CreatedSubscription"];
                    };
                };
            };
            /** @description The token is not bound to a team. The body is not valid JSON. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token is missing, unknown or expired. */
            readonly 401: {
                headers: {
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the required scope or eligibility. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than this service takes. */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body must be sent as application/json. */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed validation. */
            readonly 422: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Retry after the time given in Retry-After. */
            readonly 429: {
                headers: {
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on our side. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly deleteWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Subscription id.
                 * @example whk_5f0c2a9b7d31e846
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description What was deleted. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Deleted"];
                    };
                };
            };
            /** @description The token is not bound to a team. The request target is not a valid URL path. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token is missing, unknown or expired. */
            readonly 401: {
                headers: {
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the required scope or eligibility. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such resource. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Retry after the time given in Retry-After. */
            readonly 429: {
                headers: {
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on our side. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly listDeliveries: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Only attempts with this status.
                 * @example delivered
                 */
                readonly status?: "delivered" | "retrying" | "failed";
                /**
                 * @description Page size.
                 * @example 20
                 */
                readonly limit?: components["parameters"]["limit"];
                /**
                 * @description Start offset.
                 * @example 0
                 */
                readonly offset?: components["parameters"]["offset"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Subscription id.
                 * @example whk_5f0c2a9b7d31e846
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of attempts, newest first. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description The page of resources. */
                        readonly items: readonly components["schemas"]["Delivery"][];
                        /**
                         * @description Page size.
                         * @example 20
                         */
                        readonly limit: number;
                        /**
                         * @description Start offset.
                         * @example 0
                         */
                        readonly offset: number;
                        /**
                         * @description Total matching count.
                         * @example 1
                         */
                        readonly total: number;
                        /** @description Link to the next page. */
                        readonly next: string | null;
                        /** @description Link to the previous page. */
                        readonly previous: string | null;
                        /** @description Link to this page. */
                        readonly href: string;
                    };
                };
            };
            /** @description The token is not bound to a team. The request target is not a valid URL path. A query parameter is not valid. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token is missing, unknown or expired. */
            readonly 401: {
                headers: {
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the required scope or eligibility. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such resource. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Retry after the time given in Retry-After. */
            readonly 429: {
                headers: {
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on our side. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly redeliver: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Subscription id.
                 * @example whk_5f0c2a9b7d31e846
                 */
                readonly id: string;
                /**
                 * @description Delivery record id.
                 * @example whd_e18c5a03b96f7d42
                 */
                readonly delivery_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The event that was queued again. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Redelivery"];
                    };
                };
            };
            /** @description The token is not bound to a team. The request target is not a valid URL path. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token is missing, unknown or expired. */
            readonly 401: {
                headers: {
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the required scope or eligibility. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such resource. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The subscription is inactive. Only a failed delivery can be replayed. */
            readonly 422: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Retry after the time given in Retry-After. */
            readonly 429: {
                headers: {
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on our side. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly simulateEvent: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description What to simulate. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SimulateEvent"];
            };
        };
        readonly responses: {
            /** @description What was simulated. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["SimulatedEvent"];
                    };
                };
            };
            /** @description The body is not valid JSON. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token is missing, unknown or expired. */
            readonly 401: {
                headers: {
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the required scope or eligibility. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such resource. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than this service takes. */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body must be sent as application/json. */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed validation. */
            readonly 422: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Retry after the time given in Retry-After. */
            readonly 429: {
                headers: {
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on our side. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly createSandboxUser: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description A test user to provision. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["StoreSandboxUser"];
            };
        };
        readonly responses: {
            /** @description The user and a token for it. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["SandboxUser"];
                    };
                };
            };
            /** @description The body is not valid JSON. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token is missing, unknown or expired. */
            readonly 401: {
                headers: {
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the required scope or eligibility. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than this service takes. */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body must be sent as application/json. */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed validation. */
            readonly 422: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Retry after the time given in Retry-After. */
            readonly 429: {
                headers: {
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on our side. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly listGrades: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Page size.
                 * @example 20
                 */
                readonly limit?: components["parameters"]["limit"];
                /**
                 * @description Start offset.
                 * @example 0
                 */
                readonly offset?: components["parameters"]["offset"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of grade names. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description The page of resources. */
                        readonly items: readonly components["schemas"]["Grade"][];
                        /**
                         * @description Page size.
                         * @example 20
                         */
                        readonly limit: number;
                        /**
                         * @description Start offset.
                         * @example 0
                         */
                        readonly offset: number;
                        /**
                         * @description Total matching count.
                         * @example 1
                         */
                        readonly total: number;
                        /** @description Link to the next page. */
                        readonly next: string | null;
                        /** @description Link to the previous page. */
                        readonly previous: string | null;
                        /** @description Link to this page. */
                        readonly href: string;
                    };
                };
            };
            /** @description A query parameter is not valid. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token is missing, unknown or expired. */
            readonly 401: {
                headers: {
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the required scope or eligibility. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Retry after the time given in Retry-After. */
            readonly 429: {
                headers: {
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on our side. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly listFarms: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Page size.
                 * @example 20
                 */
                readonly limit?: components["parameters"]["limit"];
                /**
                 * @description Start offset.
                 * @example 0
                 */
                readonly offset?: components["parameters"]["offset"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The farms. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description The page of resources. */
                        readonly items: readonly (components["schemas"]["Farm"] | components["schemas"]["OpaqueFarm"])[];
                        /**
                         * @description Page size.
                         * @example 20
                         */
                        readonly limit: number;
                        /**
                         * @description Start offset.
                         * @example 0
                         */
                        readonly offset: number;
                        /**
                         * @description Total matching count.
                         * @example 1
                         */
                        readonly total: number;
                        /** @description Link to the next page. */
                        readonly next: string | null;
                        /** @description Link to the previous page. */
                        readonly previous: string | null;
                        /** @description Link to this page. */
                        readonly href: string;
                    };
                };
            };
            /** @description A query parameter is not valid. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token is missing, unknown or expired. */
            readonly 401: {
                headers: {
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the required scope or eligibility. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Retry after the time given in Retry-After. */
            readonly 429: {
                headers: {
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on our side. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly createFarm: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description A new farm; every field is required. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["StoreFarm"];
            };
        };
        readonly responses: {
            /** @description The farm. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Farm"] | components["schemas"]["OpaqueFarm"];
                    };
                };
            };
            /** @description The body is not valid JSON. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token is missing, unknown or expired. */
            readonly 401: {
                headers: {
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the required scope or eligibility. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than this service takes. */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body must be sent as application/json. */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed validation. */
            readonly 422: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Retry after the time given in Retry-After. */
            readonly 429: {
                headers: {
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on our side. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly getFarm: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Farm id.
                 * @example farm_b7a4105e9c3d268f
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The farm. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Farm"];
                    };
                };
            };
            /** @description The request target is not a valid URL path. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token is missing, unknown or expired. */
            readonly 401: {
                headers: {
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the required scope or eligibility. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such resource. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Retry after the time given in Retry-After. */
            readonly 429: {
                headers: {
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on our side. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly updateFarm: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Farm id.
                 * @example farm_b7a4105e9c3d268f
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        /** @description Any subset of the fields. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UpdateFarm"];
            };
        };
        readonly responses: {
            /** @description The farm as it is now. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Farm"] | components["schemas"]["OpaqueFarm"];
                    };
                };
            };
            /** @description The request target is not a valid URL path. The body is not valid JSON. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token is missing, unknown or expired. */
            readonly 401: {
                headers: {
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the required scope or eligibility. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such resource. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than this service takes. */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body must be sent as application/json. */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed validation. */
            readonly 422: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Retry after the time given in Retry-After. */
            readonly 429: {
                headers: {
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on our side. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly listListings: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Only listings with this status.
                 * @example listed
                 */
                readonly status?: "listed" | "unlisted" | "archived";
                /**
                 * @description Page size.
                 * @example 20
                 */
                readonly limit?: components["parameters"]["limit"];
                /**
                 * @description Start offset.
                 * @example 0
                 */
                readonly offset?: components["parameters"]["offset"];
                /**
                 * @description The unit of the rendered `quantity`. Prices stay per tonne.
                 * @example MT
                 */
                readonly units?: components["parameters"]["units"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of listings, newest first. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description The page of resources. */
                        readonly items: readonly components["schemas"]["Listing"][];
                        /**
                         * @description Page size.
                         * @example 20
                         */
                        readonly limit: number;
                        /**
                         * @description Start offset.
                         * @example 0
                         */
                        readonly offset: number;
                        /**
                         * @description Total matching count.
                         * @example 1
                         */
                        readonly total: number;
                        /** @description Link to the next page. */
                        readonly next: string | null;
                        /** @description Link to the previous page. */
                        readonly previous: string | null;
                        /** @description Link to this page. */
                        readonly href: string;
                    };
                };
            };
            /** @description A query parameter is not valid. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token is missing, unknown or expired. */
            readonly 401: {
                headers: {
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the required scope or eligibility. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Retry after the time given in Retry-After. */
            readonly 429: {
                headers: {
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on our side. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly createListing: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description A new listing of the caller. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PlaceListing"];
            };
        };
        readonly responses: {
            /** @description The listing in the seller's full view. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Listing"];
                    };
                };
            };
            /** @description The body is not valid JSON. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token is missing, unknown or expired. */
            readonly 401: {
                headers: {
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the required scope or eligibility. Publishing needs a payment method on file, on the farm the inventory belongs to. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than this service takes. */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body must be sent as application/json. */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed validation. */
            readonly 422: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Retry after the time given in Retry-After. */
            readonly 429: {
                headers: {
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on our side. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly getListing: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The unit of the rendered `quantity`. Prices stay per tonne.
                 * @example MT
                 */
                readonly units?: components["parameters"]["units"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Inventory id.
                 * @example inv_3f9c2a71b04e8d55
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The listing. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Listing"];
                    };
                };
            };
            /** @description The request target is not a valid URL path. A query parameter is not valid. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token is missing, unknown or expired. */
            readonly 401: {
                headers: {
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the required scope or eligibility. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such resource. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Retry after the time given in Retry-After. */
            readonly 429: {
                headers: {
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on our side. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly archiveListing: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Inventory id.
                 * @example inv_3f9c2a71b04e8d55
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The archived listing. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Listing"];
                    };
                };
            };
            /** @description The request target is not a valid URL path. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token is missing, unknown or expired. */
            readonly 401: {
                headers: {
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the required scope or eligibility. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such resource. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Retry after the time given in Retry-After. */
            readonly 429: {
                headers: {
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on our side. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly updateListing: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Inventory id.
                 * @example inv_3f9c2a71b04e8d55
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        /** @description Price, publication, quantity. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UpdateListing"];
            };
        };
        readonly responses: {
            /** @description The listing as it is now. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Listing"];
                    };
                };
            };
            /** @description The request target is not a valid URL path. The body is not valid JSON. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token is missing, unknown or expired. */
            readonly 401: {
                headers: {
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the required scope or eligibility. Publishing needs a payment method on file, on the farm the inventory belongs to. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such resource. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than this service takes. */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body must be sent as application/json. */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed validation. */
            readonly 422: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Retry after the time given in Retry-After. */
            readonly 429: {
                headers: {
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on our side. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly listReceivedBids: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Only bids with this status.
                 * @example pending
                 */
                readonly status?: "pending" | "accepted" | "rejected" | "countered" | "expired";
                /**
                 * @description Page size.
                 * @example 20
                 */
                readonly limit?: components["parameters"]["limit"];
                /**
                 * @description Start offset.
                 * @example 0
                 */
                readonly offset?: components["parameters"]["offset"];
                /**
                 * @description The unit of the rendered `quantity`. Prices stay per tonne.
                 * @example MT
                 */
                readonly units?: components["parameters"]["units"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Inventory id.
                 * @example inv_3f9c2a71b04e8d55
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of received bids, newest first. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description The page of resources. */
                        readonly items: readonly components["schemas"]["ReceivedBid"][];
                        /**
                         * @description Page size.
                         * @example 20
                         */
                        readonly limit: number;
                        /**
                         * @description Start offset.
                         * @example 0
                         */
                        readonly offset: number;
                        /**
                         * @description Total matching count.
                         * @example 1
                         */
                        readonly total: number;
                        /** @description Link to the next page. */
                        readonly next: string | null;
                        /** @description Link to the previous page. */
                        readonly previous: string | null;
                        /** @description Link to this page. */
                        readonly href: string;
                    };
                };
            };
            /** @description The request target is not a valid URL path. A query parameter is not valid. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token is missing, unknown or expired. */
            readonly 401: {
                headers: {
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the required scope or eligibility. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such resource. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Retry after the time given in Retry-After. */
            readonly 429: {
                headers: {
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on our side. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly listBidsReceived: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Page size.
                 * @example 20
                 */
                readonly limit?: components["parameters"]["limit"];
                /**
                 * @description Start offset.
                 * @example 0
                 */
                readonly offset?: components["parameters"]["offset"];
                /**
                 * @description The unit of the rendered `quantity`. Prices stay per tonne.
                 * @example MT
                 */
                readonly units?: components["parameters"]["units"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of listings with their open bids. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description The page of resources. */
                        readonly items: readonly components["schemas"]["ReceivedBids"][];
                        /**
                         * @description Page size.
                         * @example 20
                         */
                        readonly limit: number;
                        /**
                         * @description Start offset.
                         * @example 0
                         */
                        readonly offset: number;
                        /**
                         * @description Total matching count.
                         * @example 1
                         */
                        readonly total: number;
                        /** @description Link to the next page. */
                        readonly next: string | null;
                        /** @description Link to the previous page. */
                        readonly previous: string | null;
                        /** @description Link to this page. */
                        readonly href: string;
                    };
                };
            };
            /** @description A query parameter is not valid. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token is missing, unknown or expired. */
            readonly 401: {
                headers: {
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the required scope or eligibility. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Retry after the time given in Retry-After. */
            readonly 429: {
                headers: {
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on our side. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly onBidAccepted: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description The event type.
                 * @example bid.accepted
                 */
                readonly "SVC-Event": "bid.accepted";
                /**
                 * @description `t=<unix_seconds>,v1=<hex>`: HMAC-SHA256 over `<t>.<raw_body>`, keyed with the whole secret (SIG-1). Read it by key: segments come in any order, and a legacy `sha256` segment is to be ignored (SIG-10). Refuse a `t` more than 300 seconds away (SIG-3).
                 * @example t=1780392600,v1=890de11ac9e8d4d656b87afc1e0e7970b622d2d1d9a246fcf27531eb8723d612
                 */
                readonly "SVC-Signature": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["BidAcceptedEvent"];
            };
        };
        readonly responses: {
            /** @description Delivered (RTY-1). Answer so to unknown types and to an id seen before, too (SIG-6, SIG-7). */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Failed and not retried (RTY-2), but for 408 and 429, which are retried. Answer 400 when the signature does not match (SIG-4). */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Retried, as is no answer within 10 seconds (RTY-3, RTY-5): at most 5 attempts over some 36 minutes (RTY-4). */
            readonly "5XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onBidRejected: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description The event type.
                 * @example bid.rejected
                 */
                readonly "SVC-Event": "bid.rejected";
                /**
                 * @description `t=<unix_seconds>,v1=<hex>`: HMAC-SHA256 over `<t>.<raw_body>`, keyed with the whole secret (SIG-1). Read it by key: segments come in any order, and a legacy `sha256` segment is to be ignored (SIG-10). Refuse a `t` more than 300 seconds away (SIG-3).
                 * @example t=1780392600,v1=765fd710fe378e7bf590f7ef7f9c38ff7482e65aae91f4800ce4ab8ad7f8b767
                 */
                readonly "SVC-Signature": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["BidRejectedEvent"];
            };
        };
        readonly responses: {
            /** @description Delivered (RTY-1). Answer so to unknown types and to an id seen before, too (SIG-6, SIG-7). */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Failed and not retried (RTY-2), but for 408 and 429, which are retried. Answer 400 when the signature does not match (SIG-4). */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Retried, as is no answer within 10 seconds (RTY-3, RTY-5): at most 5 attempts over some 36 minutes (RTY-4). */
            readonly "5XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onBidCountered: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description The event type.
                 * @example bid.countered
                 */
                readonly "SVC-Event": "bid.countered";
                /**
                 * @description `t=<unix_seconds>,v1=<hex>`: HMAC-SHA256 over `<t>.<raw_body>`, keyed with the whole secret (SIG-1). Read it by key: segments come in any order, and a legacy `sha256` segment is to be ignored (SIG-10). Refuse a `t` more than 300 seconds away (SIG-3).
                 * @example t=1780392600,v1=4e73ee1366c41b1a385e4c263cc49111b38a85661e5884d36586e8be42bacbb6
                 */
                readonly "SVC-Signature": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["BidCounteredEvent"];
            };
        };
        readonly responses: {
            /** @description Delivered (RTY-1). Answer so to unknown types and to an id seen before, too (SIG-6, SIG-7). */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Failed and not retried (RTY-2), but for 408 and 429, which are retried. Answer 400 when the signature does not match (SIG-4). */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Retried, as is no answer within 10 seconds (RTY-3, RTY-5): at most 5 attempts over some 36 minutes (RTY-4). */
            readonly "5XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onBidReceived: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description The event type.
                 * @example bid.received
                 */
                readonly "SVC-Event": "bid.received";
                /**
                 * @description `t=<unix_seconds>,v1=<hex>`: HMAC-SHA256 over `<t>.<raw_body>`, keyed with the whole secret (SIG-1). Read it by key: segments come in any order, and a legacy `sha256` segment is to be ignored (SIG-10). Refuse a `t` more than 300 seconds away (SIG-3).
                 * @example t=1780392600,v1=3785bcfca714051fed4789f8dfc015a85398c8330270dfcfb670420dc7cf0e66
                 */
                readonly "SVC-Signature": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["BidReceivedEvent"];
            };
        };
        readonly responses: {
            /** @description Delivered (RTY-1). Answer so to unknown types and to an id seen before, too (SIG-6, SIG-7). */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Failed and not retried (RTY-2), but for 408 and 429, which are retried. Answer 400 when the signature does not match (SIG-4). */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Retried, as is no answer within 10 seconds (RTY-3, RTY-5): at most 5 attempts over some 36 minutes (RTY-4). */
            readonly "5XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onTradeCreated: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description The event type.
                 * @example trade.created
                 */
                readonly "SVC-Event": "trade.created";
                /**
                 * @description `t=<unix_seconds>,v1=<hex>`: HMAC-SHA256 over `<t>.<raw_body>`, keyed with the whole secret (SIG-1). Read it by key: segments come in any order, and a legacy `sha256` segment is to be ignored (SIG-10). Refuse a `t` more than 300 seconds away (SIG-3).
                 * @example t=1780392600,v1=c112e0c16d88e49af75702d54803da9414ecae28ce953dbc27ec66ea3c88d094
                 */
                readonly "SVC-Signature": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["TradeCreatedEvent"];
            };
        };
        readonly responses: {
            /** @description Delivered (RTY-1). Answer so to unknown types and to an id seen before, too (SIG-6, SIG-7). */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Failed and not retried (RTY-2), but for 408 and 429, which are retried. Answer 400 when the signature does not match (SIG-4). */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Retried, as is no answer within 10 seconds (RTY-3, RTY-5): at most 5 attempts over some 36 minutes (RTY-4). */
            readonly "5XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onTradeSettled: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description The event type.
                 * @example trade.settled
                 */
                readonly "SVC-Event": "trade.settled";
                /**
                 * @description `t=<unix_seconds>,v1=<hex>`: HMAC-SHA256 over `<t>.<raw_body>`, keyed with the whole secret (SIG-1). Read it by key: segments come in any order, and a legacy `sha256` segment is to be ignored (SIG-10). Refuse a `t` more than 300 seconds away (SIG-3).
                 * @example t=1780392600,v1=e9279228e0e266a91cfd2f449b64864993bf484b49f6a3cf5b3653a9be0ad3eb
                 */
                readonly "SVC-Signature": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["TradeSettledEvent"];
            };
        };
        readonly responses: {
            /** @description Delivered (RTY-1). Answer so to unknown types and to an id seen before, too (SIG-6, SIG-7). */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Failed and not retried (RTY-2), but for 408 and 429, which are retried. Answer 400 when the signature does not match (SIG-4). */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Retried, as is no answer within 10 seconds (RTY-3, RTY-5): at most 5 attempts over some 36 minutes (RTY-4). */
            readonly "5XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onCashbidOfferReceived: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description The event type.
                 * @example cashbid.offer_received
                 */
                readonly "SVC-Event": "cashbid.offer_received";
                /**
                 * @description `t=<unix_seconds>,v1=<hex>`: HMAC-SHA256 over `<t>.<raw_body>`, keyed with the whole secret (SIG-1). Read it by key: segments come in any order, and a legacy `sha256` segment is to be ignored (SIG-10). Refuse a `t` more than 300 seconds away (SIG-3).
                 * @example t=1780392600,v1=12e5b78bdc2c3f656cdd7e50bdfe75975fc45cdec1779cb95597ef846504617d
                 */
                readonly "SVC-Signature": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CashbidOfferReceivedEvent"];
            };
        };
        readonly responses: {
            /** @description Delivered (RTY-1). Answer so to unknown types and to an id seen before, too (SIG-6, SIG-7). */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Failed and not retried (RTY-2), but for 408 and 429, which are retried. Answer 400 when the signature does not match (SIG-4). */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Retried, as is no answer within 10 seconds (RTY-3, RTY-5): at most 5 attempts over some 36 minutes (RTY-4). */
            readonly "5XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onAnalysisRequested: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description The event type.
                 * @example analysis.requested
                 */
                readonly "SVC-Event": "analysis.requested";
                /**
                 * @description `t=<unix_seconds>,v1=<hex>`: HMAC-SHA256 over `<t>.<raw_body>`, keyed with the whole secret (SIG-1). Read it by key: segments come in any order, and a legacy `sha256` segment is to be ignored (SIG-10). Refuse a `t` more than 300 seconds away (SIG-3).
                 * @example t=1780392600,v1=fd983633ea9a27375cf7e6cd008b42270c934c790d0dfb845fa97b4f4ac324f8
                 */
                readonly "SVC-Signature": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AnalysisRequestedEvent"];
            };
        };
        readonly responses: {
            /** @description Delivered (RTY-1). Answer so to unknown types and to an id seen before, too (SIG-6, SIG-7). */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Failed and not retried (RTY-2), but for 408 and 429, which are retried. Answer 400 when the signature does not match (SIG-4). */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Retried, as is no answer within 10 seconds (RTY-3, RTY-5): at most 5 attempts over some 36 minutes (RTY-4). */
            readonly "5XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onAnalysisSampleReceived: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description The event type.
                 * @example analysis.sample_received
                 */
                readonly "SVC-Event": "analysis.sample_received";
                /**
                 * @description `t=<unix_seconds>,v1=<hex>`: HMAC-SHA256 over `<t>.<raw_body>`, keyed with the whole secret (SIG-1). Read it by key: segments come in any order, and a legacy `sha256` segment is to be ignored (SIG-10). Refuse a `t` more than 300 seconds away (SIG-3).
                 * @example t=1780392600,v1=a1405e024c57070b6cc31a1007f17d6162f3e24a4510a74c451bc63fe12b1e0f
                 */
                readonly "SVC-Signature": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AnalysisSampleReceivedEvent"];
            };
        };
        readonly responses: {
            /** @description Delivered (RTY-1). Answer so to unknown types and to an id seen before, too (SIG-6, SIG-7). */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Failed and not retried (RTY-2), but for 408 and 429, which are retried. Answer 400 when the signature does not match (SIG-4). */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Retried, as is no answer within 10 seconds (RTY-3, RTY-5): at most 5 attempts over some 36 minutes (RTY-4). */
            readonly "5XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onAnalysisGraded: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description The event type.
                 * @example analysis.graded
                 */
                readonly "SVC-Event": "analysis.graded";
                /**
                 * @description `t=<unix_seconds>,v1=<hex>`: HMAC-SHA256 over `<t>.<raw_body>`, keyed with the whole secret (SIG-1). Read it by key: segments come in any order, and a legacy `sha256` segment is to be ignored (SIG-10). Refuse a `t` more than 300 seconds away (SIG-3).
                 * @example t=1780392600,v1=5890ea4202cfa73c58f85848754ff73d209b38883f4b29bcdab3bbe2985081a4
                 */
                readonly "SVC-Signature": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AnalysisGradedEvent"];
            };
        };
        readonly responses: {
            /** @description Delivered (RTY-1). Answer so to unknown types and to an id seen before, too (SIG-6, SIG-7). */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Failed and not retried (RTY-2), but for 408 and 429, which are retried. Answer 400 when the signature does not match (SIG-4). */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Retried, as is no answer within 10 seconds (RTY-3, RTY-5): at most 5 attempts over some 36 minutes (RTY-4). */
            readonly "5XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onAnalysisPhotoAdded: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description The event type.
                 * @example analysis.photo_added
                 */
                readonly "SVC-Event": "analysis.photo_added";
                /**
                 * @description `t=<unix_seconds>,v1=<hex>`: HMAC-SHA256 over `<t>.<raw_body>`, keyed with the whole secret (SIG-1). Read it by key: segments come in any order, and a legacy `sha256` segment is to be ignored (SIG-10). Refuse a `t` more than 300 seconds away (SIG-3).
                 * @example t=1780392600,v1=15a4d077f413a96ace312c09c8fa4ec7a5be65dca6915edfaeb150b44efae15b
                 */
                readonly "SVC-Signature": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AnalysisPhotoAddedEvent"];
            };
        };
        readonly responses: {
            /** @description Delivered (RTY-1). Answer so to unknown types and to an id seen before, too (SIG-6, SIG-7). */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Failed and not retried (RTY-2), but for 408 and 429, which are retried. Answer 400 when the signature does not match (SIG-4). */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Retried, as is no answer within 10 seconds (RTY-3, RTY-5): at most 5 attempts over some 36 minutes (RTY-4). */
            readonly "5XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onQueueCongestionStarted: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description The event type.
                 * @example queue.congestion_started
                 */
                readonly "SVC-Event": "queue.congestion_started";
                /**
                 * @description `t=<unix_seconds>,v1=<hex>`: HMAC-SHA256 over `<t>.<raw_body>`, keyed with the whole secret (SIG-1). Read it by key: segments come in any order, and a legacy `sha256` segment is to be ignored (SIG-10). Refuse a `t` more than 300 seconds away (SIG-3).
                 * @example t=1780392600,v1=6e8ee165e75f7137d66fdf01e04dbe52c0544aad8d1d8ac462905f527d8a6ac9
                 */
                readonly "SVC-Signature": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["QueueCongestionStartedEvent"];
            };
        };
        readonly responses: {
            /** @description Delivered (RTY-1). Answer so to unknown types and to an id seen before, too (SIG-6, SIG-7). */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Failed and not retried (RTY-2), but for 408 and 429, which are retried. Answer 400 when the signature does not match (SIG-4). */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Retried, as is no answer within 10 seconds (RTY-3, RTY-5): at most 5 attempts over some 36 minutes (RTY-4). */
            readonly "5XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onQueueCongestionCleared: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description The event type.
                 * @example queue.congestion_cleared
                 */
                readonly "SVC-Event": "queue.congestion_cleared";
                /**
                 * @description `t=<unix_seconds>,v1=<hex>`: HMAC-SHA256 over `<t>.<raw_body>`, keyed with the whole secret (SIG-1). Read it by key: segments come in any order, and a legacy `sha256` segment is to be ignored (SIG-10). Refuse a `t` more than 300 seconds away (SIG-3).
                 * @example t=1780392600,v1=6cca9108fcd7ca455cd42630ae722adbae6d1562fa34558130ee045b2f6de0d0
                 */
                readonly "SVC-Signature": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["QueueCongestionClearedEvent"];
            };
        };
        readonly responses: {
            /** @description Delivered (RTY-1). Answer so to unknown types and to an id seen before, too (SIG-6, SIG-7). */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Failed and not retried (RTY-2), but for 408 and 429, which are retried. Answer 400 when the signature does not match (SIG-4). */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Retried, as is no answer within 10 seconds (RTY-3, RTY-5): at most 5 attempts over some 36 minutes (RTY-4). */
            readonly "5XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onInventoryMatched: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description The event type.
                 * @example inventory.matched
                 */
                readonly "SVC-Event": "inventory.matched";
                /**
                 * @description `t=<unix_seconds>,v1=<hex>`: HMAC-SHA256 over `<t>.<raw_body>`, keyed with the whole secret (SIG-1). Read it by key: segments come in any order, and a legacy `sha256` segment is to be ignored (SIG-10). Refuse a `t` more than 300 seconds away (SIG-3).
                 * @example t=1780392600,v1=a7373773274d32522d66c4ad17d032f84c475ac3f3af91522e319f77a8cdf2db
                 */
                readonly "SVC-Signature": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["InventoryMatchedEvent"];
            };
        };
        readonly responses: {
            /** @description Delivered (RTY-1). Answer so to unknown types and to an id seen before, too (SIG-6, SIG-7). */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Failed and not retried (RTY-2), but for 408 and 429, which are retried. Answer 400 when the signature does not match (SIG-4). */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Retried, as is no answer within 10 seconds (RTY-3, RTY-5): at most 5 attempts over some 36 minutes (RTY-4). */
            readonly "5XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
