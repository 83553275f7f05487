import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { historyPaths } from "@timbre/contract/history/paths.ts";
import type { PlayerItem } from "@timbre/ui/audio/player/player-item.ts";
import { cn } from "@timbre/ui/cn.ts";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { ThumbsDown, ThumbsUp } from "lucide-react";
import { Suspense, useState } from "react";
import { call } from "../../lib/api/api.ts";
import { player } from "../../lib/audio/player.ts";
import { lazyPart } from "../../lib/page/lazy-part.ts";
import { showError, toaster } from "../../lib/page/toaster.ts";
import { featuresQuery } from "./history.features.public.ts";
import { historyKey } from "./history.public.ts";
import { canGiveFeedback, emptyFeedback, type FeedbackForm, opensDialog, type Thumb } from "./model/feedback-rules.ts";

// Loaded on demand: the form is heavy and feedback is rare.
const FeedbackDialog = lazyPart(async () => (await import("./components/feedback-dialog.tsx")).FeedbackDialog);

/**
 * Thumbs-up and thumbs-down in the player, shown once enough was played. Use the item's id as the key, because state
 * belongs to one item.
 */
export function FeedbackControls({ item, played }: { item: PlayerItem; played: boolean }) {
	const features = useQuery(featuresQuery);
	const [dialogThumb, setDialogThumb] = useState<Thumb | null>(null);
	const sending = useSendFeedback(item, () => setDialogThumb(null));
	const given = item.extra.feedback;
	if (!canGiveFeedback({ played, enabled: features.data?.feedback === true, item })) return null;
	const press = (thumb: Thumb) => {
		sending.reset();
		if (opensDialog(thumb, item.extra)) setDialogThumb(thumb);
		else sending.mutate({ form: emptyFeedback(thumb), notify: true });
	};
	return (
		<fieldset className="flex animate-appear items-center">
			<legend className="sr-only">Feedback</legend>
			{(["up", "down"] as const).map((thumb) => {
				const chosen = given !== null && given.thumbs_up === (thumb === "up");
				const Icon = thumb === "up" ? ThumbsUp : ThumbsDown;
				return (
					<IconButton
						key={thumb}
						label={thumb === "up" ? "Good result" : "Bad result"}
						size="small"
						aria-pressed={chosen}
						disabled={!item.historyItemId || sending.isPending}
						onClick={() => press(thumb)}
						className={cn(chosen && "text-ink")}
					>
						<Icon aria-hidden="true" fill={chosen ? "currentColor" : "none"} />
					</IconButton>
				);
			})}
			{dialogThumb ? (
				<Suspense>
					<FeedbackDialog
						thumb={dialogThumb}
						given={given}
						onClose={() => setDialogThumb(null)}
						onSend={(form) => sending.mutate({ form, notify: false })}
						busy={sending.isPending}
						error={sending.error?.message}
						onEdit={() => sending.reset()}
					/>
				</Suspense>
			) : null}
		</fieldset>
	);
}

function useSendFeedback(item: PlayerItem, onSent: () => void) {
	const queryClient = useQueryClient();
	return useMutation({
		// `notify` shows an error as a toast, for feedback sent without the dialog.
		mutationFn: ({ form }: { form: FeedbackForm; notify: boolean }) =>
			call(historyPaths.sendFeedback, { params: { history_item_id: item.historyItemId ?? "" }, body: form }),
		onSuccess: (feedback) => {
			player.updateItem(item.id, (current) => ({ extra: { ...current.extra, feedback } }));
			toaster.show({ title: "Thanks for your feedback", tone: "positive" });
			onSent();
			return queryClient.invalidateQueries({ queryKey: historyKey });
		},
		onError: (error, { notify }) => {
			if (notify) showError("Couldn't save your feedback", error);
		},
	});
}
