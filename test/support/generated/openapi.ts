// Made by `npm run openapi` from openapi.json.

export interface paths {
    "/health/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the process answers */
        get: operations["live"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether database, queue, file store and vision threads work */
        get: operations["ready"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Figures for Prometheus */
        get: operations["metrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who deleted, restored, forced or registered what and when, newest first */
        get: operations["listAuditEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/InputPacket": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The queue, newest first
         * @description One page of it; `Total` counts the packets that fit the filter on all pages. Filters are joined by "and".
         */
        get: operations["listPackets"];
        put?: never;
        /**
         * Take in a packet of frames; its classification is queued
         * @description Answers when the pictures are stored, before they are classified: `Classification` is `pending` then, and `ready` or `failed` in a later GET of the packet.
         */
        post: operations["createPacket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/InputPacket/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A packet with its frames and identifiers
         * @description The ETag stands for the set of frames, for `If-Match` of later edits. It does not tell how far classification is, so this is never answered with 304.
         */
        get: operations["getPacket"];
        put?: never;
        post?: never;
        /** Soft deletion: hide the packet; it can be restored */
        delete: operations["deletePacket"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/InputPacket/{id}/frames": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Add frames behind the last one; classification is queued anew */
        post: operations["addFrames"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/InputPacket/{id}/frames/{order}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Put a new shot in the place of a frame; classification is queued anew */
        put: operations["replaceFrame"];
        post?: never;
        /** Remove a frame; the rest is renumbered and classification is queued anew */
        delete: operations["removeFrame"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/InputPacket/{id}/frames/{order}/image": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The picture of a frame: as it came, normalized, or with what speaks for its form drawn on it */
        get: operations["getFrameImage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Form": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The library of reference forms */
        get: operations["listForms"];
        put?: never;
        /**
         * Add a reference form to the library
         * @description The answer names pages of other forms that the detector cannot tell from those of this one; the form is registered all the same.
         */
        post: operations["registerForm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Form/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A reference form */
        get: operations["getForm"];
        put?: never;
        post?: never;
        /** Take a form out of the library; frames that point to it keep its name */
        delete: operations["deleteForm"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Form/{id}/pages/{page}/image": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The picture of a reference page */
        get: operations["getFormPageImage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/InputPacket/{id}/classify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Classify all frames of the packet again
         * @description Answers when done. A form chosen by hand stays; confidence and alternatives are told all the same. A frame that is not recognized has the reason in `Error` and counts in `Unrecognized`; the status is 200 all the same.
         */
        post: operations["classifyPacket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/InputPacket/{id}/frames/{order}/classify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Classify one frame again
         * @description Answers when done. A form chosen by hand stays; confidence and alternatives are told all the same. A frame that is not recognized has the reason in `Error` and counts in `Unrecognized`; the status is 200 all the same.
         */
        post: operations["classifyFrame"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/InputPacket/{id}/frames/{order}/form": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Name the form and page of a frame; takes precedence over the detector's result */
        put: operations["chooseForm"];
        post?: never;
        /** Take the choice of form back; the detector's result counts again */
        delete: operations["withdrawFormChoice"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Form/match": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a picture against the library of reference forms; nothing is stored
         * @description What classification would make of the picture: the candidates ranked, the verdict at the thresholds in force, and the time of each stage.
         */
        post: operations["matchPicture"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/InputPacket/{id}/normalize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Normalize all frames of the packet; answers when done
         * @description Takes up to some seconds a frame. A frame that fails has the reason in `Error` and counts in `Failed`; the status is 200 all the same. The picture is at `.../frames/{order}/image?Variant=normalized`.
         */
        post: operations["normalizePacket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/InputPacket/{id}/frames/{order}/normalize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Normalize one frame, again if it was before; answers when done
         * @description Takes up to some seconds a frame. A frame that fails has the reason in `Error` and counts in `Failed`; the status is 200 all the same. The picture is at `.../frames/{order}/image?Variant=normalized`.
         */
        post: operations["normalizeFrame"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/InputPacket/{id}/force": {
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
         * Hard deletion: the packet and its files go for good
         * @description Whether it was softly deleted before or not. The audit trail keeps its identifier and number; its files go within moments of the answer.
         */
        delete: operations["forceDeletePacket"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/InputPacket/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Undo soft deletion */
        post: operations["restorePacket"];
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
        AuditEvent: {
            /**
             * Format: date-time
             * @example 2026-03-02T09:30:00.000Z
             */
            At: string;
            /**
             * @example delete
             * @enum {string}
             */
            Action: "delete" | "restore" | "force-delete" | "register-form" | "delete-form";
            /**
             * @description Subject of the caller's token; null for what the service did by itself.
             * @example operator
             */
            Subject: string | null;
            /**
             * @description The request in the logs; null for what the service did by itself.
             * @example 0191f2a4-5b7c-7c3e-9d52-1f0e8a6b4c2d
             */
            RequestId: string | null;
            /**
             * Format: uuid
             * @description The packet or form.
             * @example 3f0c3b1e-7d0a-4d34-9a53-0a4c7a1f2b10
             */
            TargetId: string;
            /**
             * @description The packet's number or the form's name, as it was.
             * @example 000417
             */
            TargetName: string;
        };
        AuditPayload: {
            /**
             * @description Events that fit the filter, on all pages.
             * @example 12
             */
            Total: number;
            Items: components["schemas"]["AuditEvent"][];
        };
        AuditResult: {
            /** @description Null when the operation failed. */
            Payload: components["schemas"]["AuditPayload"] | null;
            /**
             * @description Null on success.
             * @example null
             */
            Error: components["schemas"]["Error"] | null;
            /**
             * @description Names this request in the logs; the X-Request-Id header of the answer has it too.
             * @example 0191f2a4-5b7c-7c3e-9d52-1f0e8a6b4c2d
             */
            RequestId: string;
        };
        ClassifiedFrameInfo: {
            /**
             * @description Ordinal number of the frame, as of the request.
             * @example 1
             */
            Order: number;
            /**
             * Format: uuid
             * @description Recognized form; null when the frame is not recognized.
             * @example 8b1d6a52-0c3f-4e0e-bb0a-6d1f7c2e9a44
             */
            FormId: string | null;
            /** @example Application for a residence card 2025 */
            FormName: string | null;
            /** @example 1 */
            PageNumber: number | null;
            /**
             * @description Margin between the best candidate and the second-place candidate; larger means more confident.
             * @example 0.41
             */
            Confidence: number;
            /** @description Nearest alternatives, meant for manual choice when confidence is low. */
            Alternatives: components["schemas"]["FormCandidate"][];
            /**
             * @description Reason when the frame is not recognized; null on success.
             * @example null
             */
            Error: string | null;
        };
        ClassifiedPacketPayload: {
            /**
             * Format: uuid
             * @example 3f0c3b1e-7d0a-4d34-9a53-0a4c7a1f2b10
             */
            PacketId: string;
            /**
             * @description Number of frames recognized.
             * @example 1
             */
            Recognized: number;
            /**
             * @description Number of frames not recognized.
             * @example 0
             */
            Unrecognized: number;
            /** @description One entry per processed frame. */
            Frames: components["schemas"]["ClassifiedFrameInfo"][];
        };
        ClassifyFrameResult: {
            /** @description Null when the operation failed. */
            Payload: components["schemas"]["ClassifiedPacketPayload"] | null;
            /**
             * @description Null on success.
             * @example null
             */
            Error: components["schemas"]["Error"] | null;
            /**
             * @description Names this request in the logs; the X-Request-Id header of the answer has it too.
             * @example 0191f2a4-5b7c-7c3e-9d52-1f0e8a6b4c2d
             */
            RequestId: string;
        };
        DeletePacketResult: {
            /** @description Null when the operation failed. */
            Payload: components["schemas"]["DeletedPacketPayload"] | null;
            /**
             * @description Null on success.
             * @example null
             */
            Error: components["schemas"]["Error"] | null;
            /**
             * @description Names this request in the logs; the X-Request-Id header of the answer has it too.
             * @example 0191f2a4-5b7c-7c3e-9d52-1f0e8a6b4c2d
             */
            RequestId: string;
        };
        DeletedPacketPayload: {
            /**
             * Format: uuid
             * @example 3f0c3b1e-7d0a-4d34-9a53-0a4c7a1f2b10
             */
            Id: string;
            /**
             * @description Packet number.
             * @default
             * @example 000417
             */
            Number: string;
            /**
             * @description `soft` for soft deletion, `force` for hard deletion.
             * @example soft
             * @enum {string}
             */
            Mode: "soft" | "force";
        };
        Error: {
            /**
             * @description Stable code, which never changes its meaning: `INVALID_ARGUMENT`, `UNAUTHENTICATED`, `RIGHT_MISSING`, `NOT_FOUND`, `METHOD_NOT_ALLOWED`, `PACKET_NOT_FOUND`, `FRAME_NOT_FOUND`, `FORM_NOT_FOUND`, `IMAGE_NOT_FOUND`, `CONFLICT`, `PRECONDITION_FAILED`, `TOO_LARGE`, `UNSUPPORTED_IMAGE`, `UNDECODABLE_IMAGE`, `TOO_COMPLEX`, `RATE_LIMITED`, `UNAVAILABLE`, `INTERNAL`. Later versions may have others.
             * @example PACKET_NOT_FOUND
             */
            Code: string;
            /**
             * @description For people; its wording may change.
             * @example There is no packet 3f0c3b1e-7d0a-4d34-9a53-0a4c7a1f2b10.
             */
            Message: string;
            /** @description The arguments that are wrong, where it is known which. */
            Details?: components["schemas"]["ErrorDetail"][];
        };
        ErrorDetail: {
            /**
             * @description The argument that is wrong.
             * @example order
             */
            Field: string;
            /** @example must be an integer from 1 to 2147483647 */
            Message: string;
        };
        FailureResult: {
            /**
             * @description Always null when the operation failed.
             * @example null
             */
            Payload: null;
            Error: components["schemas"]["Error"];
            /**
             * @description Names this request in the logs; the X-Request-Id header of the answer has it too.
             * @example 0191f2a4-5b7c-7c3e-9d52-1f0e8a6b4c2d
             */
            RequestId: string;
        };
        FormCandidate: {
            /**
             * Format: uuid
             * @example 8b1d6a52-0c3f-4e0e-bb0a-6d1f7c2e9a44
             */
            FormId: string;
            /**
             * @default
             * @example Application for a residence card 2025
             */
            FormName: string;
            /** @example 1 */
            PageNumber: number;
            /**
             * @description Match score; smaller means closer.
             * @example 0.18
             */
            Score: number;
        };
        FormChoice: {
            /**
             * Format: uuid
             * @example 8b1d6a52-0c3f-4e0e-bb0a-6d1f7c2e9a44
             */
            FormId: string;
            /** @example 1 */
            PageNumber: number;
        };
        FormListPayload: {
            /**
             * @description Forms in the library, on all pages.
             * @example 14
             */
            Total: number;
            Items: components["schemas"]["FormPayload"][];
        };
        FormListResult: {
            /** @description Null when the operation failed. */
            Payload: components["schemas"]["FormListPayload"] | null;
            /**
             * @description Null on success.
             * @example null
             */
            Error: components["schemas"]["Error"] | null;
            /**
             * @description Names this request in the logs; the X-Request-Id header of the answer has it too.
             * @example 0191f2a4-5b7c-7c3e-9d52-1f0e8a6b4c2d
             */
            RequestId: string;
        };
        FormPage: {
            /** @example 1 */
            Number: number;
            /**
             * @description Of the stored picture, in px.
             * @example 2480
             */
            Width: number;
            /**
             * @description Of the stored picture, in px.
             * @example 3508
             */
            Height: number;
            /**
             * @description What was done to the picture, or what is to be known of it: `cut_out`, of a photograph; `straightened`, a scan that lay askew; `bent`: the sheet was, and is laid less exactly than a form should be; `page_not_found`: there is more than a page in the picture, and none stands out whole, so that all of it is kept; `low_quality`: letters are blurred or coarse; `blank`: there is next to nothing to know the page by. Empty for a page as a program has drawn it.
             * @example [
             *       "cut_out"
             *     ]
             */
            Notes: string[];
        };
        FormPayload: {
            /**
             * Format: uuid
             * @example 8b1d6a52-0c3f-4e0e-bb0a-6d1f7c2e9a44
             */
            Id: string;
            /** @example Application for a residence card 2025 */
            Name: string;
            /**
             * Format: date-time
             * @example 2026-03-02T09:30:00.000Z
             */
            CreatedAt: string;
            Pages: components["schemas"]["FormPage"][];
        };
        FormResult: {
            /** @description Null when the operation failed. */
            Payload: components["schemas"]["FormPayload"] | null;
            /**
             * @description Null on success.
             * @example null
             */
            Error: components["schemas"]["Error"] | null;
            /**
             * @description Names this request in the logs; the X-Request-Id header of the answer has it too.
             * @example 0191f2a4-5b7c-7c3e-9d52-1f0e8a6b4c2d
             */
            RequestId: string;
        };
        FrameDetails: {
            /**
             * @description Ordinal number of the frame.
             * @example 1
             */
            Order: number;
            /**
             * @description `document`: a page, classified and normalized. `barcode`: read for identifiers instead.
             * @example document
             * @enum {string}
             */
            Role: "document" | "barcode";
            /**
             * @description Of the original, in px, upright as its EXIF says.
             * @example 3024
             */
            Width: number;
            /**
             * @description Of the original, in px.
             * @example 4032
             */
            Height: number;
            /**
             * Format: uuid
             * @description Form assigned; null when none is.
             * @example 8b1d6a52-0c3f-4e0e-bb0a-6d1f7c2e9a44
             */
            FormId: string | null;
            /** @example Application for a residence card 2025 */
            FormName: string | null;
            /** @example 1 */
            PageNumber: number | null;
            /**
             * @description Who assigned the form.
             * @example detector
             * @enum {string|null}
             */
            FormSource: "operator" | "detector" | null;
            /**
             * @description Margin between the detector's best candidate and its runner-up; null until classified.
             * @example 0.41
             */
            Confidence: number | null;
            /** @description Nearest alternatives, for manual choice. */
            Alternatives: components["schemas"]["FormCandidate"][];
            /**
             * @description Reason when the frame is not recognized.
             * @example null
             */
            Error: string | null;
            /**
             * @description Whether there is a normalized image.
             * @example true
             */
            HasImage: boolean;
            /**
             * @description Quality or mode flag of the normalized image: `low_quality`, `unregistered`, `no_page_found`, `several_sheets`, `already_flat`, `other_revision` or `outdated`; null when there is nothing to say. Later versions may have others.
             * @example null
             */
            Flag: string | null;
            /**
             * @description Why the last normalization failed.
             * @example null
             */
            NormalizationError: string | null;
        };
        Health: {
            /**
             * @example ok
             * @enum {string}
             */
            status: "ok" | "error" | "shutting_down";
            /**
             * @description The parts that work, by name.
             * @example {
             *       "database": {
             *         "status": "up"
             *       },
             *       "queue": {
             *         "status": "up"
             *       },
             *       "storage": {
             *         "status": "up"
             *       },
             *       "vision": {
             *         "status": "up"
             *       }
             *     }
             */
            info?: {
                [key: string]: {
                    /** @enum {string} */
                    status: "up" | "down";
                } & {
                    [key: string]: unknown;
                };
            };
            /**
             * @description The parts that do not, by name.
             * @example {}
             */
            error?: {
                [key: string]: {
                    /** @enum {string} */
                    status: "up" | "down";
                } & {
                    [key: string]: unknown;
                };
            };
            /**
             * @description All parts, by name.
             * @example {
             *       "database": {
             *         "status": "up"
             *       },
             *       "queue": {
             *         "status": "up"
             *       },
             *       "storage": {
             *         "status": "up"
             *       },
             *       "vision": {
             *         "status": "up"
             *       }
             *     }
             */
            details?: {
                [key: string]: {
                    /** @enum {string} */
                    status: "up" | "down";
                } & {
                    [key: string]: unknown;
                };
            };
        };
        Identifier: {
            /**
             * @description Symbology of the barcode.
             * @example QRCode
             */
            Type: string;
            /**
             * @description What the barcode holds. Bytes of an encoding that none knows are taken for Latin-1; a zero byte is told as U+2400.
             * @example CASE-2026-000417
             */
            Value: string;
            /**
             * @description Order of the frame it was read from.
             * @example 1
             */
            Frame: number;
        };
        Liveness: {
            /**
             * @example ok
             * @enum {string}
             */
            status: "ok";
        };
        MatchPictureResult: {
            /** @description Null when the operation failed. */
            Payload: components["schemas"]["PictureMatchPayload"] | null;
            /**
             * @description Null on success.
             * @example null
             */
            Error: components["schemas"]["Error"] | null;
            /**
             * @description Names this request in the logs; the X-Request-Id header of the answer has it too.
             * @example 0191f2a4-5b7c-7c3e-9d52-1f0e8a6b4c2d
             */
            RequestId: string;
        };
        MatchThresholds: {
            /**
             * @description Largest score of the best candidate.
             * @example 0.35
             */
            MaxScore: number;
            /**
             * @description Smallest margin between runner-up and best.
             * @example 0.04
             */
            MinConfidence: number;
        };
        MatchedCandidate: {
            /**
             * Format: uuid
             * @example 8b1d6a52-0c3f-4e0e-bb0a-6d1f7c2e9a44
             */
            FormId: string;
            /**
             * @default
             * @example Application for a residence card 2025
             */
            FormName: string;
            /** @example 1 */
            PageNumber: number;
            /**
             * @description Match score; smaller means closer.
             * @example 0.18
             */
            Score: number;
            /**
             * @description Features of the page that agree on one place in the picture.
             * @example 212
             */
            Inliers: number;
        };
        NormalizePacketResult: {
            /** @description Null when the operation failed. */
            Payload: components["schemas"]["NormalizedPacketPayload"] | null;
            /**
             * @description Null on success.
             * @example null
             */
            Error: components["schemas"]["Error"] | null;
            /**
             * @description Names this request in the logs; the X-Request-Id header of the answer has it too.
             * @example 0191f2a4-5b7c-7c3e-9d52-1f0e8a6b4c2d
             */
            RequestId: string;
        };
        NormalizedFrameInfo: {
            /**
             * @description Ordinal number of the frame.
             * @example 1
             */
            Order: number;
            /**
             * @description Role of the frame.
             * @example document
             * @enum {string}
             */
            Role: "document" | "barcode";
            /**
             * @description True when a processed image was produced; frames of the barcode type have none.
             * @example true
             */
            HasImage: boolean;
            /**
             * @description Quality or mode flag of the normalized image: `low_quality`, `unregistered`, `no_page_found`, `several_sheets`, `already_flat`, `other_revision` or `outdated`; null when there is nothing to say. Later versions may have others.
             * @example low_quality
             */
            Flag: string | null;
            /**
             * @description Per-frame error text; null on success.
             * @example null
             */
            Error: string | null;
        };
        NormalizedPacketPayload: {
            /**
             * Format: uuid
             * @example 3f0c3b1e-7d0a-4d34-9a53-0a4c7a1f2b10
             */
            PacketId: string;
            /**
             * @description Number of frames processed.
             * @example 1
             */
            Processed: number;
            /**
             * @description Number of frames that ended with an error.
             * @example 0
             */
            Failed: number;
            /** @description One entry per processed frame. */
            Frames: components["schemas"]["NormalizedFrameInfo"][];
        };
        PacketPagePayload: {
            /**
             * @description Packets that fit the filter, on all pages.
             * @example 128
             */
            Total: number;
            Items: components["schemas"]["PacketSummary"][];
        };
        PacketPageResult: {
            /** @description Null when the operation failed. */
            Payload: components["schemas"]["PacketPagePayload"] | null;
            /**
             * @description Null on success.
             * @example null
             */
            Error: components["schemas"]["Error"] | null;
            /**
             * @description Names this request in the logs; the X-Request-Id header of the answer has it too.
             * @example 0191f2a4-5b7c-7c3e-9d52-1f0e8a6b4c2d
             */
            RequestId: string;
        };
        PacketPayload: {
            /**
             * Format: uuid
             * @example 3f0c3b1e-7d0a-4d34-9a53-0a4c7a1f2b10
             */
            Id: string;
            /**
             * @description The sender's, or counted up; it need not be unique.
             * @example 000417
             */
            Number: string;
            /**
             * Format: date-time
             * @example 2026-03-02T09:30:00.000Z
             */
            CreatedAt: string;
            /**
             * Format: date-time
             * @description When it was softly deleted; null while it is visible.
             * @example null
             */
            DeletedAt: string | null;
            /**
             * @description How far the background classification is; `failed`: a frame could not be looked at, and it is tried again for about a day.
             * @example ready
             * @enum {string}
             */
            Classification: "pending" | "running" | "ready" | "failed";
            /**
             * @description Counts the edits of the set of frames; the ETag of the answer has it too.
             * @example 1
             */
            Revision: number;
            /** @description What the barcodes of its `barcode` frames hold. */
            Identifiers: components["schemas"]["Identifier"][];
            /** @description In order; at least one. */
            Frames: components["schemas"]["FrameDetails"][];
        };
        PacketResult: {
            /** @description Null when the operation failed. */
            Payload: components["schemas"]["PacketPayload"] | null;
            /**
             * @description Null on success.
             * @example null
             */
            Error: components["schemas"]["Error"] | null;
            /**
             * @description Names this request in the logs; the X-Request-Id header of the answer has it too.
             * @example 0191f2a4-5b7c-7c3e-9d52-1f0e8a6b4c2d
             */
            RequestId: string;
        };
        PacketSummary: {
            /**
             * Format: uuid
             * @example 3f0c3b1e-7d0a-4d34-9a53-0a4c7a1f2b10
             */
            Id: string;
            /**
             * @description The sender's, or counted up; it need not be unique.
             * @example 000417
             */
            Number: string;
            /**
             * Format: date-time
             * @example 2026-03-02T09:30:00.000Z
             */
            CreatedAt: string;
            /**
             * Format: date-time
             * @description When it was softly deleted; null while it is visible.
             * @example null
             */
            DeletedAt: string | null;
            /**
             * @description How far the background classification is; `failed`: a frame could not be looked at, and it is tried again for about a day.
             * @example ready
             * @enum {string}
             */
            Classification: "pending" | "running" | "ready" | "failed";
            /** @example 4 */
            FrameCount: number;
            /**
             * @description Frames that are assigned to a form.
             * @example 3
             */
            RecognizedCount: number;
        };
        PictureMatchPayload: {
            /**
             * Format: uuid
             * @description Form that a frame with this picture would be assigned to; null when it would not be recognized.
             * @example 8b1d6a52-0c3f-4e0e-bb0a-6d1f7c2e9a44
             */
            FormId: string | null;
            /** @example Application for a residence card 2025 */
            FormName: string | null;
            /** @example 1 */
            PageNumber: number | null;
            /**
             * @description Margin between the best candidate and the second-place candidate.
             * @example 0.41
             */
            Confidence: number;
            /**
             * @description Reason why the picture would not be recognized; null when it would.
             * @example null
             */
            Error: string | null;
            Thresholds: components["schemas"]["MatchThresholds"];
            /** @description Closest first. */
            Candidates: components["schemas"]["MatchedCandidate"][];
            /**
             * @description Reference pages that the picture was compared with.
             * @example 420
             */
            LibraryPages: number;
            /** @description Where the time went, a stage each. */
            Timings: components["schemas"]["StageTiming"][];
        };
        RegisteredFormPayload: {
            /**
             * Format: uuid
             * @example 8b1d6a52-0c3f-4e0e-bb0a-6d1f7c2e9a44
             */
            Id: string;
            /** @example Application for a residence card 2025 */
            Name: string;
            /**
             * Format: date-time
             * @example 2026-03-02T09:30:00.000Z
             */
            CreatedAt: string;
            Pages: components["schemas"]["FormPage"][];
            /** @description Pages of other forms that the detector cannot tell from pages of this one, be it that a form is registered twice: frames of either are not recognized, for want of confidence. Null when that could not be found out this time. */
            SameAs: components["schemas"]["SamePage"][] | null;
        };
        RegisteredFormResult: {
            /** @description Null when the operation failed. */
            Payload: components["schemas"]["RegisteredFormPayload"] | null;
            /**
             * @description Null on success.
             * @example null
             */
            Error: components["schemas"]["Error"] | null;
            /**
             * @description Names this request in the logs; the X-Request-Id header of the answer has it too.
             * @example 0191f2a4-5b7c-7c3e-9d52-1f0e8a6b4c2d
             */
            RequestId: string;
        };
        SamePage: {
            /**
             * @description Page of the form registered.
             * @example 1
             */
            Page: number;
            /**
             * Format: uuid
             * @description The other form.
             * @example 1d0f4c7e-52b8-4b0a-9a57-c6f0e5d1b236
             */
            FormId: string;
            /** @example Application for a residence card 2024 */
            FormName: string;
            /**
             * @description Page of the other form.
             * @example 1
             */
            PageNumber: number;
        };
        StageTiming: {
            /**
             * @description `decode`, `describe`, `shortlist`, `verify`, `ink`, `lookAlikes`, `revision`; new ones may come. A stage that the picture did not call for is left out.
             * @example verify
             */
            Stage: string;
            /**
             * @description Milliseconds on the vision thread.
             * @example 21.4
             */
            Ms: number;
        };
    };
    responses: {
        /** @description The wrapper with a null Payload and the code `CONFLICT`. */
        Conflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FailureResult"];
            };
        };
        /** @description The wrapper with a null Payload and the code `FORM_NOT_FOUND`. */
        FormNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FailureResult"];
            };
        };
        /** @description The wrapper with a null Payload and the code `FORM_NOT_FOUND` or `IMAGE_NOT_FOUND`. */
        FormNotFoundOrImageNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FailureResult"];
            };
        };
        /** @description The wrapper with a null Payload and the code `INTERNAL`. */
        Internal: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FailureResult"];
            };
        };
        /** @description The wrapper with a null Payload and the code `INVALID_ARGUMENT`. */
        InvalidArgument: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FailureResult"];
            };
        };
        /** @description The wrapper with a null Payload and the code `PACKET_NOT_FOUND`. */
        PacketNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FailureResult"];
            };
        };
        /** @description The wrapper with a null Payload and the code `PACKET_NOT_FOUND` or `FRAME_NOT_FOUND`. */
        PacketNotFoundOrFrameNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FailureResult"];
            };
        };
        /** @description The wrapper with a null Payload and the code `PACKET_NOT_FOUND` or `FRAME_NOT_FOUND` or `FORM_NOT_FOUND`. */
        PacketNotFoundOrFrameNotFoundOrFormNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FailureResult"];
            };
        };
        /** @description The wrapper with a null Payload and the code `PACKET_NOT_FOUND` or `FRAME_NOT_FOUND` or `IMAGE_NOT_FOUND`. */
        PacketNotFoundOrFrameNotFoundOrImageNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FailureResult"];
            };
        };
        /** @description The wrapper with a null Payload and the code `PRECONDITION_FAILED`. */
        PreconditionFailed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FailureResult"];
            };
        };
        /** @description The wrapper with a null Payload and the code `RATE_LIMITED`. */
        RateLimited: {
            headers: {
                /** @description Seconds to wait. */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FailureResult"];
            };
        };
        /** @description The wrapper with a null Payload and the code `RIGHT_MISSING`. */
        RightMissing: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FailureResult"];
            };
        };
        /** @description The wrapper with a null Payload and the code `TOO_LARGE`. */
        TooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FailureResult"];
            };
        };
        /** @description The wrapper with a null Payload and the code `UNAUTHENTICATED`. */
        Unauthenticated: {
            headers: {
                /** @description `Bearer`, with `error="invalid_token"` when a token was sent (RFC 6750). */
                "WWW-Authenticate"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FailureResult"];
            };
        };
        /** @description The wrapper with a null Payload and the code `UNAVAILABLE`. */
        Unavailable: {
            headers: {
                /** @description Seconds to wait. */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FailureResult"];
            };
        };
        /** @description The wrapper with a null Payload and the code `UNDECODABLE_IMAGE` or `TOO_COMPLEX`. */
        UndecodableImageOrTooComplex: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FailureResult"];
            };
        };
        /** @description The wrapper with a null Payload and the code `UNSUPPORTED_IMAGE`. */
        UnsupportedImage: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FailureResult"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    live: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It does. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok"
                     *     }
                     */
                    "application/json": components["schemas"]["Liveness"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
        };
    };
    ready: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All do. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok"
                     *     }
                     */
                    "application/json": components["schemas"]["Health"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            /** @description One does not; `error` names it. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "info": {
                     *         "database": {
                     *           "status": "up"
                     *         },
                     *         "queue": {
                     *           "status": "up"
                     *         },
                     *         "vision": {
                     *           "status": "up"
                     *         }
                     *       },
                     *       "error": {
                     *         "storage": {
                     *           "status": "down"
                     *         }
                     *       },
                     *       "details": {
                     *         "database": {
                     *           "status": "up"
                     *         },
                     *         "queue": {
                     *           "status": "up"
                     *         },
                     *         "storage": {
                     *           "status": "down"
                     *         },
                     *         "vision": {
                     *           "status": "up"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    metrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Prometheus text format. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example nodejs_version_info{version="v20.20.2"} 1 */
                    "text/plain": string;
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
        };
    };
    listAuditEvents: {
        parameters: {
            query?: {
                /** @description Items to leave out at the start. */
                Skip?: number;
                /** @description Items to return at most. */
                Take?: number;
                /** @description Events of this packet or form alone. */
                TargetId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "Payload": {
                     *         "Total": 12,
                     *         "Items": [
                     *           {
                     *             "At": "2026-03-02T09:30:00.000Z",
                     *             "Action": "delete",
                     *             "Subject": "operator",
                     *             "RequestId": "0191f2a4-5b7c-7c3e-9d52-1f0e8a6b4c2d",
                     *             "TargetId": "3f0c3b1e-7d0a-4d34-9a53-0a4c7a1f2b10",
                     *             "TargetName": "000417"
                     *           }
                     *         ]
                     *       },
                     *       "Error": null,
                     *       "RequestId": "0191f2a4-5b7c-7c3e-9d52-1f0e8a6b4c2d"
                     *     }
                     */
                    "application/json": components["schemas"]["AuditResult"];
                };
            };
            400: components["responses"]["InvalidArgument"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["RightMissing"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPackets: {
        parameters: {
            query?: {
                /** @description Items to leave out at the start. */
                Skip?: number;
                /** @description Items to return at most. */
                Take?: number;
                /** @description The softly deleted packets instead of the visible ones. */
                Deleted?: boolean;
                /** @description Packets with exactly this number. */
                Number?: string;
                /** @description Packets with a barcode that holds exactly this. */
                Identifier?: string;
                /** @description Packets that far. */
                Classification?: "pending" | "running" | "ready" | "failed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "Payload": {
                     *         "Total": 128,
                     *         "Items": [
                     *           {
                     *             "Id": "3f0c3b1e-7d0a-4d34-9a53-0a4c7a1f2b10",
                     *             "Number": "000417",
                     *             "CreatedAt": "2026-03-02T09:30:00.000Z",
                     *             "DeletedAt": null,
                     *             "Classification": "ready",
                     *             "FrameCount": 4,
                     *             "RecognizedCount": 3
                     *           }
                     *         ]
                     *       },
                     *       "Error": null,
                     *       "RequestId": "0191f2a4-5b7c-7c3e-9d52-1f0e8a6b4c2d"
                     *     }
                     */
                    "application/json": components["schemas"]["PacketPageResult"];
                };
            };
            400: components["responses"]["InvalidArgument"];
            401: components["responses"]["Unauthenticated"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    createPacket: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key does nothing more, and is answered with what the first request made or edited, as it is now. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** @description JPEG, PNG, WebP, HEIC, AVIF, TIFF or PDF, in order; a TIFF or PDF of several pages gives a frame a page. */
                    Frames: Blob[];
                    /** @description Packet number; counted up when absent. */
                    Number?: string;
                    /** @description One a file; when absent, told by what the frame shows: `barcode` for a sheet that carries little but barcodes. */
                    Roles?: ("document" | "barcode")[];
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    /** @description Changes with the packet's set of frames; for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "Payload": {
                     *         "Id": "3f0c3b1e-7d0a-4d34-9a53-0a4c7a1f2b10",
                     *         "Number": "000417",
                     *         "CreatedAt": "2026-03-02T09:30:00.000Z",
                     *         "DeletedAt": null,
                     *         "Classification": "ready",
                     *         "Revision": 1,
                     *         "Identifiers": [
                     *           {
                     *             "Type": "QRCode",
                     *             "Value": "CASE-2026-000417",
                     *             "Frame": 1
                     *           }
                     *         ],
                     *         "Frames": [
                     *           {
                     *             "Order": 1,
                     *             "Role": "document",
                     *             "Width": 3024,
                     *             "Height": 4032,
                     *             "FormId": "8b1d6a52-0c3f-4e0e-bb0a-6d1f7c2e9a44",
                     *             "FormName": "Application for a residence card 2025",
                     *             "PageNumber": 1,
                     *             "FormSource": "detector",
                     *             "Confidence": 0.41,
                     *             "Alternatives": [
                     *               {
                     *                 "FormId": "8b1d6a52-0c3f-4e0e-bb0a-6d1f7c2e9a44",
                     *                 "FormName": "Application for a residence card 2025",
                     *                 "PageNumber": 1,
                     *                 "Score": 0.18
                     *               }
                     *             ],
                     *             "Error": null,
                     *             "HasImage": true,
                     *             "Flag": null,
                     *             "NormalizationError": null
                     *           }
                     *         ]
                     *       },
                     *       "Error": null,
                     *       "RequestId": "0191f2a4-5b7c-7c3e-9d52-1f0e8a6b4c2d"
                     *     }
                     */
                    "application/json": components["schemas"]["PacketResult"];
                };
            };
            400: components["responses"]["InvalidArgument"];
            401: components["responses"]["Unauthenticated"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedImage"];
            422: components["responses"]["UndecodableImageOrTooComplex"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPacket: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the packet or form. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Changes with the packet's set of frames; for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "Payload": {
                     *         "Id": "3f0c3b1e-7d0a-4d34-9a53-0a4c7a1f2b10",
                     *         "Number": "000417",
                     *         "CreatedAt": "2026-03-02T09:30:00.000Z",
                     *         "DeletedAt": null,
                     *         "Classification": "ready",
                     *         "Revision": 1,
                     *         "Identifiers": [
                     *           {
                     *             "Type": "QRCode",
                     *             "Value": "CASE-2026-000417",
                     *             "Frame": 1
                     *           }
                     *         ],
                     *         "Frames": [
                     *           {
                     *             "Order": 1,
                     *             "Role": "document",
                     *             "Width": 3024,
                     *             "Height": 4032,
                     *             "FormId": "8b1d6a52-0c3f-4e0e-bb0a-6d1f7c2e9a44",
                     *             "FormName": "Application for a residence card 2025",
                     *             "PageNumber": 1,
                     *             "FormSource": "detector",
                     *             "Confidence": 0.41,
                     *             "Alternatives": [
                     *               {
                     *                 "FormId": "8b1d6a52-0c3f-4e0e-bb0a-6d1f7c2e9a44",
                     *                 "FormName": "Application for a residence card 2025",
                     *                 "PageNumber": 1,
                     *                 "Score": 0.18
                     *               }
                     *             ],
                     *             "Error": null,
                     *             "HasImage": true,
                     *             "Flag": null,
                     *             "NormalizationError": null
                     *           }
                     *         ]
                     *       },
                     *       "Error": null,
                     *       "RequestId": "0191f2a4-5b7c-7c3e-9d52-1f0e8a6b4c2d"
                     *     }
                     */
                    "application/json": components["schemas"]["PacketResult"];
                };
            };
            400: components["responses"]["InvalidArgument"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["PacketNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    deletePacket: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the packet or form. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "Payload": {
                     *         "Id": "3f0c3b1e-7d0a-4d34-9a53-0a4c7a1f2b10",
                     *         "Number": "000417",
                     *         "Mode": "soft"
                     *       },
                     *       "Error": null,
                     *       "RequestId": "0191f2a4-5b7c-7c3e-9d52-1f0e8a6b4c2d"
                     *     }
                     */
                    "application/json": components["schemas"]["DeletePacketResult"];
                };
            };
            400: components["responses"]["InvalidArgument"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["PacketNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    addFrames: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key does nothing more, and is answered with what the first request made or edited, as it is now. */
                "Idempotency-Key"?: string;
                /** @description ETag of the packet that the caller has seen. Where the set of frames has been edited since, nothing is done and the answer is 412. */
                "If-Match"?: string;
            };
            path: {
                /** @description Identifier of the packet or form. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** @description As on taking in a packet. */
                    Frames: Blob[];
                    /** @description One a file; when absent, told by what the frame shows: `barcode` for a sheet that carries little but barcodes. */
                    Roles?: ("document" | "barcode")[];
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    /** @description Changes with the packet's set of frames; for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "Payload": {
                     *         "Id": "3f0c3b1e-7d0a-4d34-9a53-0a4c7a1f2b10",
                     *         "Number": "000417",
                     *         "CreatedAt": "2026-03-02T09:30:00.000Z",
                     *         "DeletedAt": null,
                     *         "Classification": "ready",
                     *         "Revision": 1,
                     *         "Identifiers": [
                     *           {
                     *             "Type": "QRCode",
                     *             "Value": "CASE-2026-000417",
                     *             "Frame": 1
                     *           }
                     *         ],
                     *         "Frames": [
                     *           {
                     *             "Order": 1,
                     *             "Role": "document",
                     *             "Width": 3024,
                     *             "Height": 4032,
                     *             "FormId": "8b1d6a52-0c3f-4e0e-bb0a-6d1f7c2e9a44",
                     *             "FormName": "Application for a residence card 2025",
                     *             "PageNumber": 1,
                     *             "FormSource": "detector",
                     *             "Confidence": 0.41,
                     *             "Alternatives": [
                     *               {
                     *                 "FormId": "8b1d6a52-0c3f-4e0e-bb0a-6d1f7c2e9a44",
                     *                 "FormName": "Application for a residence card 2025",
                     *                 "PageNumber": 1,
                     *                 "Score": 0.18
                     *               }
                     *             ],
                     *             "Error": null,
                     *             "HasImage": true,
                     *             "Flag": null,
                     *             "NormalizationError": null
                     *           }
                     *         ]
                     *       },
                     *       "Error": null,
                     *       "RequestId": "0191f2a4-5b7c-7c3e-9d52-1f0e8a6b4c2d"
                     *     }
                     */
                    "application/json": components["schemas"]["PacketResult"];
                };
            };
            400: components["responses"]["InvalidArgument"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["PacketNotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedImage"];
            422: components["responses"]["UndecodableImageOrTooComplex"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    replaceFrame: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the packet that the caller has seen. Where the set of frames has been edited since, nothing is done and the answer is 412. */
                "If-Match"?: string;
            };
            path: {
                /** @description Identifier of the packet or form. */
                id: string;
                /** @description Ordinal number of the frame; counts from 1. */
                order: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** @description One file of one page. */
                    Frames: Blob[];
                    /** @description One a file; when absent, told by what the frame shows: `barcode` for a sheet that carries little but barcodes. */
                    Roles?: ("document" | "barcode")[];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Changes with the packet's set of frames; for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "Payload": {
                     *         "Id": "3f0c3b1e-7d0a-4d34-9a53-0a4c7a1f2b10",
                     *         "Number": "000417",
                     *         "CreatedAt": "2026-03-02T09:30:00.000Z",
                     *         "DeletedAt": null,
                     *         "Classification": "ready",
                     *         "Revision": 1,
                     *         "Identifiers": [
                     *           {
                     *             "Type": "QRCode",
                     *             "Value": "CASE-2026-000417",
                     *             "Frame": 1
                     *           }
                     *         ],
                     *         "Frames": [
                     *           {
                     *             "Order": 1,
                     *             "Role": "document",
                     *             "Width": 3024,
                     *             "Height": 4032,
                     *             "FormId": "8b1d6a52-0c3f-4e0e-bb0a-6d1f7c2e9a44",
                     *             "FormName": "Application for a residence card 2025",
                     *             "PageNumber": 1,
                     *             "FormSource": "detector",
                     *             "Confidence": 0.41,
                     *             "Alternatives": [
                     *               {
                     *                 "FormId": "8b1d6a52-0c3f-4e0e-bb0a-6d1f7c2e9a44",
                     *                 "FormName": "Application for a residence card 2025",
                     *                 "PageNumber": 1,
                     *                 "Score": 0.18
                     *               }
                     *             ],
                     *             "Error": null,
                     *             "HasImage": true,
                     *             "Flag": null,
                     *             "NormalizationError": null
                     *           }
                     *         ]
                     *       },
                     *       "Error": null,
                     *       "RequestId": "0191f2a4-5b7c-7c3e-9d52-1f0e8a6b4c2d"
                     *     }
                     */
                    "application/json": components["schemas"]["PacketResult"];
                };
            };
            400: components["responses"]["InvalidArgument"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["PacketNotFoundOrFrameNotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedImage"];
            422: components["responses"]["UndecodableImageOrTooComplex"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeFrame: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the packet that the caller has seen. Where the set of frames has been edited since, nothing is done and the answer is 412. */
                "If-Match"?: string;
            };
            path: {
                /** @description Identifier of the packet or form. */
                id: string;
                /** @description Ordinal number of the frame; counts from 1. */
                order: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Changes with the packet's set of frames; for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "Payload": {
                     *         "Id": "3f0c3b1e-7d0a-4d34-9a53-0a4c7a1f2b10",
                     *         "Number": "000417",
                     *         "CreatedAt": "2026-03-02T09:30:00.000Z",
                     *         "DeletedAt": null,
                     *         "Classification": "ready",
                     *         "Revision": 1,
                     *         "Identifiers": [
                     *           {
                     *             "Type": "QRCode",
                     *             "Value": "CASE-2026-000417",
                     *             "Frame": 1
                     *           }
                     *         ],
                     *         "Frames": [
                     *           {
                     *             "Order": 1,
                     *             "Role": "document",
                     *             "Width": 3024,
                     *             "Height": 4032,
                     *             "FormId": "8b1d6a52-0c3f-4e0e-bb0a-6d1f7c2e9a44",
                     *             "FormName": "Application for a residence card 2025",
                     *             "PageNumber": 1,
                     *             "FormSource": "detector",
                     *             "Confidence": 0.41,
                     *             "Alternatives": [
                     *               {
                     *                 "FormId": "8b1d6a52-0c3f-4e0e-bb0a-6d1f7c2e9a44",
                     *                 "FormName": "Application for a residence card 2025",
                     *                 "PageNumber": 1,
                     *                 "Score": 0.18
                     *               }
                     *             ],
                     *             "Error": null,
                     *             "HasImage": true,
                     *             "Flag": null,
                     *             "NormalizationError": null
                     *           }
                     *         ]
                     *       },
                     *       "Error": null,
                     *       "RequestId": "0191f2a4-5b7c-7c3e-9d52-1f0e8a6b4c2d"
                     *     }
                     */
                    "application/json": components["schemas"]["PacketResult"];
                };
            };
            400: components["responses"]["InvalidArgument"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["PacketNotFoundOrFrameNotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getFrameImage: {
        parameters: {
            query?: {
                /** @description Made small, as a JPEG so many px wide; a narrower picture keeps its width. The picture as it is when absent. */
                Width?: number;
                /** @description Which picture of the frame: as it came, normalized, or with the outline of the matched page, the agreeing points, and the places that tell it from its look-alike drawn on it. */
                Variant?: "original" | "normalized" | "overlay";
                /** @description Tones of the normalized picture: as it is stored, grey, or two tones at one bit a px, enlarged to 300 dpi or twice its density where it has less (PNG, or TIFF with CCITT Group 4 for `Accept: image/tiff`). */
                Mode?: "color" | "gray" | "bitonal";
            };
            header?: {
                /** @description ETag of the picture that the caller has. */
                "If-None-Match"?: string;
                /** @description One range of bytes (RFC 9110, 14). */
                Range?: string;
                /** @description ETag of the picture that the range is of; another picture is sent whole. */
                "If-Range"?: string;
            };
            path: {
                /** @description Identifier of the packet or form. */
                id: string;
                /** @description Ordinal number of the frame; counts from 1. */
                order: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The picture. */
            200: {
                headers: {
                    /** @description Changes with the picture. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "image/jpeg": Blob;
                    "image/png": Blob;
                    "image/webp": Blob;
                    "image/tiff": Blob;
                };
            };
            /** @description The bytes asked for (Range). */
            206: {
                headers: {
                    /** @description Changes with the picture. */
                    ETag?: string;
                    /** @description Which bytes of how many. */
                    "Content-Range"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "image/jpeg": Blob;
                    "image/png": Blob;
                    "image/webp": Blob;
                    "image/tiff": Blob;
                };
            };
            /** @description The caller has this picture already (If-None-Match). */
            304: {
                headers: {
                    /** @description Changes with the picture. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidArgument"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["PacketNotFoundOrFrameNotFoundOrImageNotFound"];
            /** @description The range asked for lies outside the picture. */
            416: {
                headers: {
                    /** @description Which bytes of how many. */
                    "Content-Range"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listForms: {
        parameters: {
            query?: {
                /** @description Items to leave out at the start. */
                Skip?: number;
                /** @description Items to return at most. */
                Take?: number;
                /** @description Forms with this in their names, in letters of either case. */
                Name?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "Payload": {
                     *         "Total": 14,
                     *         "Items": [
                     *           {
                     *             "Id": "8b1d6a52-0c3f-4e0e-bb0a-6d1f7c2e9a44",
                     *             "Name": "Application for a residence card 2025",
                     *             "CreatedAt": "2026-03-02T09:30:00.000Z",
                     *             "Pages": [
                     *               {
                     *                 "Number": 1,
                     *                 "Width": 2480,
                     *                 "Height": 3508,
                     *                 "Notes": [
                     *                   "cut_out"
                     *                 ]
                     *               }
                     *             ]
                     *           }
                     *         ]
                     *       },
                     *       "Error": null,
                     *       "RequestId": "0191f2a4-5b7c-7c3e-9d52-1f0e8a6b4c2d"
                     *     }
                     */
                    "application/json": components["schemas"]["FormListResult"];
                };
            };
            400: components["responses"]["InvalidArgument"];
            401: components["responses"]["Unauthenticated"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    registerForm: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key does nothing more, and is answered with what the first request made or edited, as it is now. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** @description The blank pages in order: one PDF, or a picture a page. Upright, as printed. A page that was photographed, or scanned askew, is cut out and laid flat; its picture shows it as it is kept. Photograph sheets that lie flat: a bend is taken out, but not as exactly. */
                    Pages: Blob[];
                    Name: string;
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "Payload": {
                     *         "Id": "8b1d6a52-0c3f-4e0e-bb0a-6d1f7c2e9a44",
                     *         "Name": "Application for a residence card 2025",
                     *         "CreatedAt": "2026-03-02T09:30:00.000Z",
                     *         "Pages": [
                     *           {
                     *             "Number": 1,
                     *             "Width": 2480,
                     *             "Height": 3508,
                     *             "Notes": [
                     *               "cut_out"
                     *             ]
                     *           }
                     *         ],
                     *         "SameAs": [
                     *           {
                     *             "Page": 1,
                     *             "FormId": "1d0f4c7e-52b8-4b0a-9a57-c6f0e5d1b236",
                     *             "FormName": "Application for a residence card 2024",
                     *             "PageNumber": 1
                     *           }
                     *         ]
                     *       },
                     *       "Error": null,
                     *       "RequestId": "0191f2a4-5b7c-7c3e-9d52-1f0e8a6b4c2d"
                     *     }
                     */
                    "application/json": components["schemas"]["RegisteredFormResult"];
                };
            };
            400: components["responses"]["InvalidArgument"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["RightMissing"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedImage"];
            422: components["responses"]["UndecodableImageOrTooComplex"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getForm: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the packet or form. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "Payload": {
                     *         "Id": "8b1d6a52-0c3f-4e0e-bb0a-6d1f7c2e9a44",
                     *         "Name": "Application for a residence card 2025",
                     *         "CreatedAt": "2026-03-02T09:30:00.000Z",
                     *         "Pages": [
                     *           {
                     *             "Number": 1,
                     *             "Width": 2480,
                     *             "Height": 3508,
                     *             "Notes": [
                     *               "cut_out"
                     *             ]
                     *           }
                     *         ]
                     *       },
                     *       "Error": null,
                     *       "RequestId": "0191f2a4-5b7c-7c3e-9d52-1f0e8a6b4c2d"
                     *     }
                     */
                    "application/json": components["schemas"]["FormResult"];
                };
            };
            400: components["responses"]["InvalidArgument"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["FormNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteForm: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the packet or form. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "Payload": {
                     *         "Id": "8b1d6a52-0c3f-4e0e-bb0a-6d1f7c2e9a44",
                     *         "Name": "Application for a residence card 2025",
                     *         "CreatedAt": "2026-03-02T09:30:00.000Z",
                     *         "Pages": [
                     *           {
                     *             "Number": 1,
                     *             "Width": 2480,
                     *             "Height": 3508,
                     *             "Notes": [
                     *               "cut_out"
                     *             ]
                     *           }
                     *         ]
                     *       },
                     *       "Error": null,
                     *       "RequestId": "0191f2a4-5b7c-7c3e-9d52-1f0e8a6b4c2d"
                     *     }
                     */
                    "application/json": components["schemas"]["FormResult"];
                };
            };
            400: components["responses"]["InvalidArgument"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["RightMissing"];
            404: components["responses"]["FormNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getFormPageImage: {
        parameters: {
            query?: {
                /** @description Made small, as a JPEG so many px wide; a narrower picture keeps its width. The picture as it is when absent. */
                Width?: number;
            };
            header?: {
                /** @description ETag of the picture that the caller has. */
                "If-None-Match"?: string;
                /** @description One range of bytes (RFC 9110, 14). */
                Range?: string;
                /** @description ETag of the picture that the range is of; another picture is sent whole. */
                "If-Range"?: string;
            };
            path: {
                /** @description Identifier of the packet or form. */
                id: string;
                /** @description Number of the form's page; counts from 1. */
                page: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The picture. */
            200: {
                headers: {
                    /** @description Changes with the picture. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "image/jpeg": Blob;
                    "image/png": Blob;
                    "image/webp": Blob;
                    "image/tiff": Blob;
                };
            };
            /** @description The bytes asked for (Range). */
            206: {
                headers: {
                    /** @description Changes with the picture. */
                    ETag?: string;
                    /** @description Which bytes of how many. */
                    "Content-Range"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "image/jpeg": Blob;
                    "image/png": Blob;
                    "image/webp": Blob;
                    "image/tiff": Blob;
                };
            };
            /** @description The caller has this picture already (If-None-Match). */
            304: {
                headers: {
                    /** @description Changes with the picture. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidArgument"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["FormNotFoundOrImageNotFound"];
            /** @description The range asked for lies outside the picture. */
            416: {
                headers: {
                    /** @description Which bytes of how many. */
                    "Content-Range"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    classifyPacket: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the packet or form. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "Payload": {
                     *         "PacketId": "3f0c3b1e-7d0a-4d34-9a53-0a4c7a1f2b10",
                     *         "Recognized": 1,
                     *         "Unrecognized": 0,
                     *         "Frames": [
                     *           {
                     *             "Order": 1,
                     *             "FormId": "8b1d6a52-0c3f-4e0e-bb0a-6d1f7c2e9a44",
                     *             "FormName": "Application for a residence card 2025",
                     *             "PageNumber": 1,
                     *             "Confidence": 0.41,
                     *             "Alternatives": [
                     *               {
                     *                 "FormId": "8b1d6a52-0c3f-4e0e-bb0a-6d1f7c2e9a44",
                     *                 "FormName": "Application for a residence card 2025",
                     *                 "PageNumber": 1,
                     *                 "Score": 0.18
                     *               }
                     *             ],
                     *             "Error": null
                     *           }
                     *         ]
                     *       },
                     *       "Error": null,
                     *       "RequestId": "0191f2a4-5b7c-7c3e-9d52-1f0e8a6b4c2d"
                     *     }
                     */
                    "application/json": components["schemas"]["ClassifyFrameResult"];
                };
            };
            400: components["responses"]["InvalidArgument"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["PacketNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    classifyFrame: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the packet or form. */
                id: string;
                /** @description Ordinal number of the frame; counts from 1. */
                order: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "Payload": {
                     *         "PacketId": "3f0c3b1e-7d0a-4d34-9a53-0a4c7a1f2b10",
                     *         "Recognized": 1,
                     *         "Unrecognized": 0,
                     *         "Frames": [
                     *           {
                     *             "Order": 1,
                     *             "FormId": "8b1d6a52-0c3f-4e0e-bb0a-6d1f7c2e9a44",
                     *             "FormName": "Application for a residence card 2025",
                     *             "PageNumber": 1,
                     *             "Confidence": 0.41,
                     *             "Alternatives": [
                     *               {
                     *                 "FormId": "8b1d6a52-0c3f-4e0e-bb0a-6d1f7c2e9a44",
                     *                 "FormName": "Application for a residence card 2025",
                     *                 "PageNumber": 1,
                     *                 "Score": 0.18
                     *               }
                     *             ],
                     *             "Error": null
                     *           }
                     *         ]
                     *       },
                     *       "Error": null,
                     *       "RequestId": "0191f2a4-5b7c-7c3e-9d52-1f0e8a6b4c2d"
                     *     }
                     */
                    "application/json": components["schemas"]["ClassifyFrameResult"];
                };
            };
            400: components["responses"]["InvalidArgument"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["PacketNotFoundOrFrameNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    chooseForm: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the packet that the caller has seen. Where the set of frames has been edited since, nothing is done and the answer is 412. */
                "If-Match"?: string;
            };
            path: {
                /** @description Identifier of the packet or form. */
                id: string;
                /** @description Ordinal number of the frame; counts from 1. */
                order: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FormChoice"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Changes with the packet's set of frames; for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "Payload": {
                     *         "Id": "3f0c3b1e-7d0a-4d34-9a53-0a4c7a1f2b10",
                     *         "Number": "000417",
                     *         "CreatedAt": "2026-03-02T09:30:00.000Z",
                     *         "DeletedAt": null,
                     *         "Classification": "ready",
                     *         "Revision": 1,
                     *         "Identifiers": [
                     *           {
                     *             "Type": "QRCode",
                     *             "Value": "CASE-2026-000417",
                     *             "Frame": 1
                     *           }
                     *         ],
                     *         "Frames": [
                     *           {
                     *             "Order": 1,
                     *             "Role": "document",
                     *             "Width": 3024,
                     *             "Height": 4032,
                     *             "FormId": "8b1d6a52-0c3f-4e0e-bb0a-6d1f7c2e9a44",
                     *             "FormName": "Application for a residence card 2025",
                     *             "PageNumber": 1,
                     *             "FormSource": "detector",
                     *             "Confidence": 0.41,
                     *             "Alternatives": [
                     *               {
                     *                 "FormId": "8b1d6a52-0c3f-4e0e-bb0a-6d1f7c2e9a44",
                     *                 "FormName": "Application for a residence card 2025",
                     *                 "PageNumber": 1,
                     *                 "Score": 0.18
                     *               }
                     *             ],
                     *             "Error": null,
                     *             "HasImage": true,
                     *             "Flag": null,
                     *             "NormalizationError": null
                     *           }
                     *         ]
                     *       },
                     *       "Error": null,
                     *       "RequestId": "0191f2a4-5b7c-7c3e-9d52-1f0e8a6b4c2d"
                     *     }
                     */
                    "application/json": components["schemas"]["PacketResult"];
                };
            };
            400: components["responses"]["InvalidArgument"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["PacketNotFoundOrFrameNotFoundOrFormNotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    withdrawFormChoice: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the packet that the caller has seen. Where the set of frames has been edited since, nothing is done and the answer is 412. */
                "If-Match"?: string;
            };
            path: {
                /** @description Identifier of the packet or form. */
                id: string;
                /** @description Ordinal number of the frame; counts from 1. */
                order: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Changes with the packet's set of frames; for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "Payload": {
                     *         "Id": "3f0c3b1e-7d0a-4d34-9a53-0a4c7a1f2b10",
                     *         "Number": "000417",
                     *         "CreatedAt": "2026-03-02T09:30:00.000Z",
                     *         "DeletedAt": null,
                     *         "Classification": "ready",
                     *         "Revision": 1,
                     *         "Identifiers": [
                     *           {
                     *             "Type": "QRCode",
                     *             "Value": "CASE-2026-000417",
                     *             "Frame": 1
                     *           }
                     *         ],
                     *         "Frames": [
                     *           {
                     *             "Order": 1,
                     *             "Role": "document",
                     *             "Width": 3024,
                     *             "Height": 4032,
                     *             "FormId": "8b1d6a52-0c3f-4e0e-bb0a-6d1f7c2e9a44",
                     *             "FormName": "Application for a residence card 2025",
                     *             "PageNumber": 1,
                     *             "FormSource": "detector",
                     *             "Confidence": 0.41,
                     *             "Alternatives": [
                     *               {
                     *                 "FormId": "8b1d6a52-0c3f-4e0e-bb0a-6d1f7c2e9a44",
                     *                 "FormName": "Application for a residence card 2025",
                     *                 "PageNumber": 1,
                     *                 "Score": 0.18
                     *               }
                     *             ],
                     *             "Error": null,
                     *             "HasImage": true,
                     *             "Flag": null,
                     *             "NormalizationError": null
                     *           }
                     *         ]
                     *       },
                     *       "Error": null,
                     *       "RequestId": "0191f2a4-5b7c-7c3e-9d52-1f0e8a6b4c2d"
                     *     }
                     */
                    "application/json": components["schemas"]["PacketResult"];
                };
            };
            400: components["responses"]["InvalidArgument"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["PacketNotFoundOrFrameNotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    matchPicture: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** @description One file of one page: JPEG, PNG, WebP, HEIC, AVIF, TIFF or PDF. */
                    Picture: Blob[];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "Payload": {
                     *         "FormId": "8b1d6a52-0c3f-4e0e-bb0a-6d1f7c2e9a44",
                     *         "FormName": "Application for a residence card 2025",
                     *         "PageNumber": 1,
                     *         "Confidence": 0.41,
                     *         "Error": null,
                     *         "Thresholds": {
                     *           "MaxScore": 0.35,
                     *           "MinConfidence": 0.04
                     *         },
                     *         "Candidates": [
                     *           {
                     *             "FormId": "8b1d6a52-0c3f-4e0e-bb0a-6d1f7c2e9a44",
                     *             "FormName": "Application for a residence card 2025",
                     *             "PageNumber": 1,
                     *             "Score": 0.18,
                     *             "Inliers": 212
                     *           }
                     *         ],
                     *         "LibraryPages": 420,
                     *         "Timings": [
                     *           {
                     *             "Stage": "verify",
                     *             "Ms": 21.4
                     *           }
                     *         ]
                     *       },
                     *       "Error": null,
                     *       "RequestId": "0191f2a4-5b7c-7c3e-9d52-1f0e8a6b4c2d"
                     *     }
                     */
                    "application/json": components["schemas"]["MatchPictureResult"];
                };
            };
            400: components["responses"]["InvalidArgument"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["RightMissing"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedImage"];
            422: components["responses"]["UndecodableImageOrTooComplex"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    normalizePacket: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the packet or form. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "Payload": {
                     *         "PacketId": "3f0c3b1e-7d0a-4d34-9a53-0a4c7a1f2b10",
                     *         "Processed": 1,
                     *         "Failed": 0,
                     *         "Frames": [
                     *           {
                     *             "Order": 1,
                     *             "Role": "document",
                     *             "HasImage": true,
                     *             "Flag": "low_quality",
                     *             "Error": null
                     *           }
                     *         ]
                     *       },
                     *       "Error": null,
                     *       "RequestId": "0191f2a4-5b7c-7c3e-9d52-1f0e8a6b4c2d"
                     *     }
                     */
                    "application/json": components["schemas"]["NormalizePacketResult"];
                };
            };
            400: components["responses"]["InvalidArgument"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["PacketNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    normalizeFrame: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the packet or form. */
                id: string;
                /** @description Ordinal number of the frame; counts from 1. */
                order: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "Payload": {
                     *         "PacketId": "3f0c3b1e-7d0a-4d34-9a53-0a4c7a1f2b10",
                     *         "Processed": 1,
                     *         "Failed": 0,
                     *         "Frames": [
                     *           {
                     *             "Order": 1,
                     *             "Role": "document",
                     *             "HasImage": true,
                     *             "Flag": "low_quality",
                     *             "Error": null
                     *           }
                     *         ]
                     *       },
                     *       "Error": null,
                     *       "RequestId": "0191f2a4-5b7c-7c3e-9d52-1f0e8a6b4c2d"
                     *     }
                     */
                    "application/json": components["schemas"]["NormalizePacketResult"];
                };
            };
            400: components["responses"]["InvalidArgument"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["PacketNotFoundOrFrameNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    forceDeletePacket: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the packet or form. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "Payload": {
                     *         "Id": "3f0c3b1e-7d0a-4d34-9a53-0a4c7a1f2b10",
                     *         "Number": "000417",
                     *         "Mode": "force"
                     *       },
                     *       "Error": null,
                     *       "RequestId": "0191f2a4-5b7c-7c3e-9d52-1f0e8a6b4c2d"
                     *     }
                     */
                    "application/json": components["schemas"]["DeletePacketResult"];
                };
            };
            400: components["responses"]["InvalidArgument"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["RightMissing"];
            404: components["responses"]["PacketNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    restorePacket: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the packet or form. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Changes with the packet's set of frames; for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "Payload": {
                     *         "Id": "3f0c3b1e-7d0a-4d34-9a53-0a4c7a1f2b10",
                     *         "Number": "000417",
                     *         "CreatedAt": "2026-03-02T09:30:00.000Z",
                     *         "DeletedAt": null,
                     *         "Classification": "ready",
                     *         "Revision": 1,
                     *         "Identifiers": [
                     *           {
                     *             "Type": "QRCode",
                     *             "Value": "CASE-2026-000417",
                     *             "Frame": 1
                     *           }
                     *         ],
                     *         "Frames": [
                     *           {
                     *             "Order": 1,
                     *             "Role": "document",
                     *             "Width": 3024,
                     *             "Height": 4032,
                     *             "FormId": "8b1d6a52-0c3f-4e0e-bb0a-6d1f7c2e9a44",
                     *             "FormName": "Application for a residence card 2025",
                     *             "PageNumber": 1,
                     *             "FormSource": "detector",
                     *             "Confidence": 0.41,
                     *             "Alternatives": [
                     *               {
                     *                 "FormId": "8b1d6a52-0c3f-4e0e-bb0a-6d1f7c2e9a44",
                     *                 "FormName": "Application for a residence card 2025",
                     *                 "PageNumber": 1,
                     *                 "Score": 0.18
                     *               }
                     *             ],
                     *             "Error": null,
                     *             "HasImage": true,
                     *             "Flag": null,
                     *             "NormalizationError": null
                     *           }
                     *         ]
                     *       },
                     *       "Error": null,
                     *       "RequestId": "0191f2a4-5b7c-7c3e-9d52-1f0e8a6b4c2d"
                     *     }
                     */
                    "application/json": components["schemas"]["PacketResult"];
                };
            };
            400: components["responses"]["InvalidArgument"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["PacketNotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
}
