import type { QueryClient } from "@tanstack/react-query";
import { historyKey } from "./history.public.ts";
import { attachSaved, type GenerationRef } from "./history.saved.public.ts";
import { addToLists } from "./model/history-pages.ts";

/** Waits until a generation is saved, then adds it to the player and all lists. */
export async function trackUntilSaved(queryClient: QueryClient, itemId: string, ref: GenerationRef): Promise<void> {
	const saved = await attachSaved(itemId, ref);
	if (saved) await addToLists(queryClient, saved);
	await queryClient.invalidateQueries({ queryKey: historyKey });
}
