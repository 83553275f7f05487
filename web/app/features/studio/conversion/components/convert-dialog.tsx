import { useQuery } from "@tanstack/react-query";
import type { Conversion } from "@timbre/contract/studio/conversion-schemas.ts";
import type { Chapter, ProjectDetails } from "@timbre/contract/studio/project-schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { Dialog } from "@timbre/ui/primitives/overlays/dialog.tsx";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { count, counted } from "../../../../lib/text/format.ts";
import { subscriptionQuery } from "../../../usage/usage.public.ts";
import { Choice } from "../../components/choice.tsx";
import { conversionsQuery, priceQuery, type Scope, useStartConversion } from "../conversion.queries.ts";
import { type Counts, priceDetails, priceText, type ScopeKind, shortage } from "../model/price.ts";
import { isActive } from "../model/progress.ts";
import { sameTarget } from "../model/spoken.ts";

/** The open text: which block the cursor is in, and when all changes are saved. */
export type OpenText = { block: () => { id: string; text: string } | null; saved: () => Promise<void> };

type ConvertDialogProps = {
	project: ProjectDetails;
	chapter: Chapter | undefined;
	openText: OpenText | null;
	onClose: () => void;
};

const noConversions: Conversion[] = [];

/** Says what a conversion costs before it is started. Mount it only while it is open. */
export function ConvertDialog({ project, chapter, openText, onClose }: ConvertDialogProps) {
	const [block] = useState(() => openText?.block() ?? null);
	const [kind, setKind] = useState<ScopeKind>(chapter ? "chapter" : "project");
	const isSaved = useSaved(openText);
	const scope = scopeOf(kind, chapter, block?.id);
	const price = useQuery({ ...priceQuery(project.project_id, scope), enabled: isSaved });
	const { data: conversions = noConversions } = useQuery(conversionsQuery(project.project_id));
	const start = useStartConversion(project.project_id);
	const running = conversions.some((one) => isActive(one) && sameTarget(one, scope));
	const choose = (next: ScopeKind) => {
		start.reset();
		setKind(next);
	};
	const convert = () => start.mutate(scope, { onSuccess: onClose });
	return (
		<Dialog
			open
			onOpenChange={(open) => !open && onClose()}
			title="Convert to audio"
			description="Only sentences without audio are generated and charged. You can leave this page while it runs."
			className="max-w-lg"
			footer={
				<>
					<Button onClick={onClose}>Cancel</Button>
					<Button
						variant="primary"
						busy={start.isPending}
						disabled={running || !price.data || price.data.sentences === 0}
						onClick={convert}
					>
						{price.data && price.data.credits > 0 ? `Convert for ${counted(price.data.credits, "credit")}` : "Convert"}
					</Button>
				</>
			}
		>
			<fieldset className="flex min-w-0 flex-col gap-2 p-px">
				<legend className="sr-only">What to convert</legend>
				{block ? (
					<Choice
						name="scope"
						value="block"
						label="This paragraph"
						detail={block.text}
						chosen={kind}
						onChoose={choose}
					/>
				) : null}
				{chapter ? (
					<Choice
						name="scope"
						value="chapter"
						label="This chapter"
						detail={chapter.name}
						chosen={kind}
						onChoose={choose}
					/>
				) : null}
				<Choice
					name="scope"
					value="project"
					label="Whole project"
					detail={counted(project.chapters.length, "chapter")}
					chosen={kind}
					onChoose={choose}
				/>
			</fieldset>
			<div className="mt-4 rounded-card border border-line bg-sunken px-4 py-3" aria-live="polite">
				{price.data ? <PriceOf price={price.data} running={running} /> : null}
				{price.isError ? (
					<p role="alert" className="text-danger">
						Couldn't get the price. {messageOf(price.error)}
					</p>
				) : null}
				{!price.data && !price.isError ? (
					<div aria-busy="true" className="flex flex-col gap-2">
						<p className="sr-only">Calculating the price</p>
						<Skeleton className="h-6 w-3/4" />
						<Skeleton className="h-4 w-1/2" />
					</div>
				) : null}
			</div>
			{start.isError ? (
				<p role="alert" className="mt-3 text-danger">
					{messageOf(start.error)}
				</p>
			) : null}
			{project.quality_check_on ? (
				<p className="mt-3 text-[13px] text-muted">
					Take check is on: new English sentences are checked, and misread ones read again free of charge.
				</p>
			) : null}
		</Dialog>
	);
}

function scopeOf(kind: ScopeKind, chapter: Chapter | undefined, blockId: string | undefined): Scope {
	if (kind === "project" || !chapter) return {};
	return kind === "block" && blockId !== undefined
		? { chapter_id: chapter.chapter_id, block_id: blockId }
		: { chapter_id: chapter.chapter_id };
}

/** The price is that of the stored text, so it waits until all changes are stored. */
function useSaved(openText: OpenText | null): boolean {
	const [isSaved, setSaved] = useState(openText === null);
	useEffect(() => {
		let isShown = true;
		void openText?.saved().then(() => isShown && setSaved(true));
		return () => {
			isShown = false;
		};
	}, [openText]);
	return isSaved;
}

function PriceOf({ price, running }: { price: Counts; running: boolean }) {
	const { data: subscription } = useQuery(subscriptionQuery);
	const left = subscription && Math.max(0, subscription.character_limit - subscription.character_count);
	const missing = shortage(price, left);
	if (price.sentences === 0 && price.left_out_sentences === 0)
		return <p>There is no text to generate. Write or import some first.</p>;
	return (
		<>
			<p className="font-medium text-base tabular">{priceText(price)}</p>
			<ul className="mt-1 flex flex-col gap-0.5 text-[13px] text-muted tabular">
				{priceDetails(price).map((detail) => (
					<li key={detail}>{detail}</li>
				))}
				{left === undefined ? null : <li>You have {count(left)} credits left.</li>}
			</ul>
			{running ? <p className="mt-2 font-medium">This is being converted at the moment.</p> : null}
			{missing ? (
				<p className="mt-2 text-danger">
					{missing}{" "}
					<Link to="/app/usage" className="text-ink underline underline-offset-2">
						View usage
					</Link>
				</p>
			) : null}
		</>
	);
}
