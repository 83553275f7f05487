import { useQuery } from "@tanstack/react-query";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { Dialog } from "@timbre/ui/primitives/overlays/dialog.tsx";
import { messageOf } from "../../../lib/api/api-error.ts";
import { count, counted } from "../../../lib/text/format.ts";
import { subscriptionQuery } from "../../usage/usage.public.ts";
import { priceQuery, useGenerate } from "../voiceover.queries.ts";

type GenerateDialogProps = {
	voiceoverId: string;
	/** Null: all lines whose speech is missing or outdated. */
	line: { id: string; number: number } | null;
	onClose: () => void;
};

/** Says what generating speech costs before it is started. Mount it only while it is open. */
export function GenerateDialog({ voiceoverId, line, onClose }: GenerateDialogProps) {
	const price = useQuery(priceQuery(voiceoverId, line?.id));
	const subscription = useQuery(subscriptionQuery);
	const start = useGenerate(voiceoverId);
	const left = subscription.data ? subscription.data.character_limit - subscription.data.character_count : undefined;
	const { data } = price;
	const nothing = data?.lines === 0;
	return (
		<Dialog
			open
			onOpenChange={(open) => !open && onClose()}
			title={line ? `Generate speech of line ${line.number}` : "Generate speech"}
			description="Only new sentences are charged. You can leave this page while it runs."
			footer={
				<>
					<Button onClick={onClose}>Cancel</Button>
					<Button
						variant="primary"
						busy={start.isPending}
						disabled={!data || nothing}
						onClick={() => start.mutate(line?.id, { onSuccess: onClose })}
					>
						{data && data.credits > 0 ? `Generate for ${counted(data.credits, "credit")}` : "Generate"}
					</Button>
				</>
			}
		>
			<div className="rounded-card border border-line bg-sunken px-4 py-3" aria-live="polite">
				{data && nothing ? <p>{line ? "This line has no text." : "All lines have their speech already."}</p> : null}
				{data && !nothing ? (
					<>
						<p className="font-medium">
							{data.credits === 0 ? "Free: it was generated before" : counted(data.credits, "credit")}
						</p>
						<p className="text-[13px] text-muted">
							{counted(data.lines, "line")}, {counted(data.characters, "character")}, {count(data.new_characters)} of
							them new.
						</p>
						{left !== undefined && left < data.credits ? (
							<p className="mt-1 text-[13px] text-danger">You have {counted(Math.max(0, left), "credit")} left.</p>
						) : null}
					</>
				) : null}
				{price.isError ? (
					<p role="alert" className="text-danger">
						Couldn't get the price. {messageOf(price.error)}
					</p>
				) : null}
				{price.isPending ? (
					<div aria-busy="true">
						<p className="sr-only">Calculating the price</p>
						<Skeleton className="h-6 w-3/4" />
					</div>
				) : null}
			</div>
			{start.isError ? (
				<p role="alert" className="mt-3 text-danger">
					{messageOf(start.error)}
				</p>
			) : null}
		</Dialog>
	);
}
