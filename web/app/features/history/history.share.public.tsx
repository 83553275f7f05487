import { useQuery } from "@tanstack/react-query";
import type { PlayerItem } from "@timbre/ui/audio/player/player-item.ts";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { Share2 } from "lucide-react";
import { Suspense, useState } from "react";
import { lazyPart } from "../../lib/page/lazy-part.ts";
import { subscriptionQuery } from "../usage/usage.public.ts";

// Loaded on demand.
const ShareDialog = lazyPart(async () => (await import("./components/share-dialog.tsx")).ShareDialog);

/** Opens the share dialog. Hidden for enterprise workspaces, and disabled until the item is saved. */
export function ShareButton({ item }: { item: Pick<PlayerItem, "historyItemId"> }) {
	const subscription = useQuery(subscriptionQuery);
	const [open, setOpen] = useState(false);
	if (subscription.isPending || subscription.data?.tier === "enterprise") return null;
	return (
		<>
			<IconButton label="Share" size="small" disabled={!item.historyItemId} onClick={() => setOpen(true)}>
				<Share2 aria-hidden="true" />
			</IconButton>
			{item.historyItemId && open ? (
				<Suspense>
					<ShareDialog historyItemId={item.historyItemId} open onOpenChange={setOpen} />
				</Suspense>
			) : null}
		</>
	);
}
