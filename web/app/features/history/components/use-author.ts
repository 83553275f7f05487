import type { HistoryItem } from "@timbre/contract/history/endpoints.ts";
import { useUser } from "../../../shell/session/session.ts";

/** Who generated an item, if it wasn't the user: " · Ada Lovelace". */
export function useAuthor({ user_id, user_name }: Pick<HistoryItem, "user_id" | "user_name">): string {
	return useUser()?.id === user_id ? "" : ` · ${user_name || "Former member"}`;
}
