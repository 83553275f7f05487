import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { historyEndpoints } from "@timbre/contract/history.ts";
import type { PlayerItem } from "@timbre/ui/audio/player-item.ts";
import { cn } from "@timbre/ui/cn.ts";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { ThumbsDown, ThumbsUp } from "lucide-react";
import { Suspense, useState } from "react";
import { call } from "../../lib/api.ts";
import { lazyPart } from "../../lib/lazy-part.ts";
import { player } from "../../lib/player.ts";
import { showError, toaster } from "../../lib/toaster.ts";
import {
	asksForFeedback,
	emptyFeedback,
	type FeedbackForm,
	opensDialog,
	type Thumb,
} from "./components/feedback-rules.ts";
import { featuresQuery } from "./history.features.public.ts";
import { historyKey } from "./history.public.tsx";

// Fetched when it is asked for: forms are heavy and thumbs are rare.
const FeedbackDialog = lazyPart(async () => (await import("./components/feedback-dialog.tsx")).FeedbackDialog);

/** Two thumbs in the player, once enough was heard. Give it the item's id as key: what is begun belongs to one item. */
export function FeedbackControls({ item, heard }: { item: PlayerItem; heard: boolean }) {
	const features = useQuery(featuresQuery);
	const [asked, setAsked] = useState<Thumb | null>(null);
	const sending = useSendFeedback(item, () => setAsked(null));
	const given = item.extra.feedback;
	if (!asksForFeedback({ heard, enabled: features.data?.feedback === true, item })) return null;
	const press = (thumb: Thumb) => {
		sending.reset();
		if (opensDialog(thumb, item.extra)) setAsked(thumb);
		else sending.mutate({ form: emptyFeedback(thumb), told: true });
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
						label={thumb === "up" ? "Good speech" : "Bad speech"}
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
			{asked ? (
				<Suspense>
					<FeedbackDialog
						thumb={asked}
						given={given}
						onClose={() => setAsked(null)}
						onSend={(form) => sending.mutate({ form, told: false })}
						busy={sending.isPending}
						error={sending.error?.message}
					/>
				</Suspense>
			) : null}
		</fieldset>
	);
}

function useSendFeedback(item: PlayerItem, onSent: () => void) {
	const queryClient = useQueryClient();
	return useMutation({
		// `told`: there is no dialog in which a refusal would be read.
		mutationFn: ({ form }: { form: FeedbackForm; told: boolean }) =>
			call(historyEndpoints.sendFeedback, { params: { history_item_id: item.historyItemId ?? "" }, body: form }),
		onSuccess: (feedback) => {
			player.describe(item.id, (current) => ({ extra: { ...current.extra, feedback } }));
			toaster.show({ title: "Thank you for the feedback", tone: "positive" });
			onSent();
			return queryClient.invalidateQueries({ queryKey: historyKey });
		},
		onError: (error, { told }) => {
			if (told) showError("The feedback was not saved", error);
		},
	});
}
