import type { Voice } from "@timbre/contract/voices/schemas.ts";

/** Shipped voices are read-only; shared voices need edit permission. */
export const canEdit = (voice: Pick<Voice, "origin" | "permission_on_resource">): boolean =>
	voice.origin !== "shipped" && (voice.permission_on_resource === "admin" || voice.permission_on_resource === "editor");

/** Only own voices can be shared; library voices belong to their owner. */
export const canShare = (voice: Voice): boolean => voice.is_owner && voice.origin !== "library";
