import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { confirm } from "../../../../lib/forms/confirm.ts";
import { showError, toaster } from "../../../../lib/page/toaster.ts";
import { dateOf } from "../../../../lib/text/format.ts";
import { formatNoticePeriod } from "../../../voices/voices.format.public.ts";
import type { VoiceShare } from "../model/publish-values.ts";
import { useUnpublish } from "../sharing.queries.ts";
import { PublishForm } from "./publish-form.tsx";

type Library = NonNullable<Voice["sharing"]>;

const reviews: Record<
	Library["review_status"],
	{ label: string; tone: "neutral" | "positive" | "warning" | "danger" }
> = {
	not_requested: { label: "Not reviewed", tone: "neutral" },
	pending: { label: "In review", tone: "warning" },
	declined: { label: "Declined", tone: "danger" },
	allowed: { label: "In the library", tone: "positive" },
	allowed_with_changes: { label: "In the library, with changes", tone: "positive" },
};

/** Publishes a voice in the library and removes it again. */
export function PublishPart({ voice, share }: { voice: Voice; share: VoiceShare }) {
	const { library } = share;
	const published = library?.status === "enabled" && library.disable_at_unix === null;
	return (
		<>
			{library ? <State voice={voice} library={library} published={published} /> : null}
			<PublishForm voice={voice} share={share} published={published} />
		</>
	);
}

function State({ voice, library, published }: { voice: Voice; library: Library; published: boolean }) {
	const removing = useUnpublish(voice.voice_id);
	const notice = formatNoticePeriod(library.notice_period);
	const remove = async () => {
		const { confirmed } = await confirm({
			title: "Remove from the library?",
			description: notice
				? `Nobody else can add it. People who already added it can use it for another ${notice}.`
				: "Nobody else can add it, and it stops working immediately for people who added it.",
			action: "Remove voice",
		});
		if (!confirmed) return;
		removing.mutate(undefined, {
			onSuccess: () => toaster.show({ title: "Removed from the library" }),
			onError: (error) => showError("Couldn't remove the voice", error),
		});
	};
	const review = reviews[library.review_status];
	return (
		<div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control border border-line bg-sunken px-4 py-3">
			<div className="min-w-0 flex-1 basis-52">
				{published ? (
					<Badge tone={review.tone}>{review.label}</Badge>
				) : (
					<Badge tone="warning">
						{library.disable_at_unix
							? `Removed, usable until ${dateOf(library.disable_at_unix)}`
							: "Not in the library"}
					</Badge>
				)}
				{library.review_message ? <p className="mt-1.5 text-[13px] text-muted">{library.review_message}</p> : null}
			</div>
			{published ? (
				<Button size="small" busy={removing.isPending} onClick={() => void remove()}>
					Remove
				</Button>
			) : null}
		</div>
	);
}
