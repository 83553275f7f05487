import type { Revision } from "@timbre/contract/studio/revision/schemas.ts";
import { cn } from "@timbre/ui/cn.ts";
import { priceText } from "../../conversion/model/price.ts";

type Comparison = NonNullable<Revision["comparison"]>;
export type LockedChoice = "keep" | "replace";

type LockedChoiceProps = {
	comparison: Comparison;
	chosen: LockedChoice | undefined;
	error: string | undefined;
	onChoose: (choice: LockedChoice) => void;
};

/** Locked paragraphs that the revision changes, and what happens with them. */
export function LockedBlocks({ comparison, chosen, error, onChoose }: LockedChoiceProps) {
	const { locked_blocks, price, price_with_locked } = comparison;
	const choices = [
		{ value: "keep", label: "Keep their recorded text", price },
		{ value: "replace", label: "Take the new text and unlock them", price: price_with_locked ?? price },
	] as const;
	return (
		<fieldset className="flex min-w-0 flex-col gap-2" aria-describedby={error ? "locked-error" : undefined}>
			<legend className="mb-2 font-medium">Locked paragraphs that change</legend>
			<ul aria-label="Locked paragraphs" className="rounded-card border border-line bg-raised">
				{locked_blocks.map(({ block_id, chapter, before, after }) => (
					<li key={block_id} className="border-line border-b px-4 py-3 last:border-b-0">
						<p className="text-[13px] text-muted">{chapter}</p>
						<p dir="auto" className="break-words">
							<del className="text-danger decoration-2">{before}</del>
						</p>
						{after === null ? (
							<p className="text-[13px] text-muted">Deleted in the revision.</p>
						) : (
							<p dir="auto" className="break-words">
								<ins className="text-positive decoration-2 underline-offset-4">{after}</ins>
							</p>
						)}
					</li>
				))}
			</ul>
			{choices.map((choice) => (
				<label
					key={choice.value}
					className={cn(
						"flex cursor-pointer flex-wrap items-center gap-x-3 rounded-control border px-3 py-2 transition-colors has-focus-visible:outline-2 has-focus-visible:outline-ink has-focus-visible:outline-offset-2",
						chosen === choice.value ? "border-ink bg-hover" : "border-line hover:bg-hover",
					)}
				>
					<input
						type="radio"
						name="locked"
						value={choice.value}
						checked={chosen === choice.value}
						onChange={() => onChoose(choice.value)}
						className="size-4 shrink-0 accent-ink outline-none"
					/>
					<span className="font-medium">{choice.label}</span>
					<span className="ml-auto text-[13px] text-muted tabular">{priceText(choice.price)}</span>
				</label>
			))}
			{error ? (
				<p id="locked-error" role="alert" className="text-[13px] text-danger">
					{error}
				</p>
			) : null}
		</fieldset>
	);
}
