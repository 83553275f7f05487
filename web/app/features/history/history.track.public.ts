import type { QueryClient } from "@tanstack/react-query";
import { addToLists } from "./components/history-pages.ts";
import { historyKey } from "./history.public.tsx";
import { attachSaved, type GenerationRef } from "./history.saved.public.ts";

/** Waits until a generation is saved, then adds it to the player and all lists. */
export async function trackUntilSaved(queryClient: QueryClient, itemId: string, ref: GenerationRef): Promise<void> {
	const saved = await attachSaved(itemId, ref);
	if (saved) await addToLists(queryClient, saved);
	await queryClient.invalidateQueries({ queryKey: historyKey });
}
