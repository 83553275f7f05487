import type { DocumentImport } from "@timbre/contract/studio/import-schemas.ts";
import { type DroppedKind, maxDroppedPassages } from "@timbre/contract/studio/rules.ts";
import { Checkbox } from "@timbre/ui/primitives/forms/checkbox.tsx";
import { ChevronRight } from "lucide-react";
import { counted } from "../../../../lib/text/format.ts";
import { describePassage, kindNames } from "../model/review.ts";

type DroppedGroup = NonNullable<DocumentImport["document"]>["dropped"][number];
type LeftOutProps = {
	groups: readonly DroppedGroup[];
	kept: readonly DroppedKind[];
	onChange: (kept: DroppedKind[]) => void;
};

/** What isn't part of the text of the chapters, by kind, and whether to keep it. */
export function LeftOut({ groups, kept, onChange }: LeftOutProps) {
	const found = groups.filter(({ count }) => count > 0);
	return (
		<section aria-labelledby="left-out">
			<h2 id="left-out" className="mb-2 font-medium">
				Left out
			</h2>
			{found.length === 0 ? (
				<p className="text-muted">Nothing. The document has no page numbers, running heads or footnotes.</p>
			) : (
				<ul aria-labelledby="left-out" className="rounded-card border border-line bg-raised">
					{found.map((group) => (
						<Group
							key={group.kind}
							group={group}
							kept={kept.includes(group.kind)}
							onChange={(keep) => onChange(keep ? [...kept, group.kind] : kept.filter((kind) => kind !== group.kind))}
						/>
					))}
				</ul>
			)}
		</section>
	);
}

type GroupProps = { group: DroppedGroup; kept: boolean; onChange: (kept: boolean) => void };

function Group({ group: { kind, count, passages }, kept, onChange }: GroupProps) {
	const name = kindNames[kind];
	return (
		<li className="relative border-line border-b px-4 py-3 last:border-b-0">
			<details className="group">
				<summary className="flex w-fit cursor-pointer list-none items-center gap-1.5 rounded-sm">
					<ChevronRight aria-hidden="true" className="size-4 text-muted transition-transform group-open:rotate-90" />
					<span className="font-medium">{name}</span>
					<span className="text-[13px] text-muted tabular">{counted(count, "passage")}</span>
				</summary>
				<section
					aria-label={name}
					// biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
					tabIndex={0}
					className="mt-2 mb-3 ml-[22px] max-h-64 overflow-y-auto rounded-control border border-line bg-surface p-3"
				>
					<ul className="flex flex-col gap-2">
						{passages.map((passage, index) => (
							// biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
							<li key={index}>
								<p dir="auto" className="break-words">
									{passage.text}
								</p>
								<p className="text-[13px] text-muted tabular">{describePassage(passage)}</p>
							</li>
						))}
					</ul>
					{passages.length === maxDroppedPassages ? (
						<p className="mt-2 text-[13px] text-muted">Only the first {maxDroppedPassages} are listed.</p>
					) : null}
				</section>
			</details>
			<Checkbox
				label={`Keep ${name.toLowerCase()} in the text`}
				checked={kept}
				onChange={onChange}
				className="mt-2 pl-[22px]"
			/>
		</li>
	);
}
