import type { QueryClient } from "@tanstack/react-query";
import { listSaved } from "./components/history-pages.ts";
import { historyKey } from "./history.public.tsx";
import { followSaved, type Known } from "./history.saved.public.ts";

/** Follows a generation until it is saved, and then shows it wherever generations are listed. */
export async function followIntoLists(queryClient: QueryClient, itemId: string, known: Known): Promise<void> {
	const saved = await followSaved(itemId, known);
	if (saved) await listSaved(queryClient, saved);
	await queryClient.invalidateQueries({ queryKey: historyKey });
}
