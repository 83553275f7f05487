import { markColors, markImages, markTexts } from "../model/mark-images.ts";
import type { BlockMarkKind } from "../model/sentences.ts";

const kinds: BlockMarkKind[] = ["new", "stale", "misread", "locked"];

const details: Record<BlockMarkKind, string> = {
	new: "not converted",
	stale: "its voice, model, settings or pronunciation has changed",
	misread: "take check found a misread word",
	locked: "never generated again",
};

/** What the marks beside the text mean. */
export function MarkLegend() {
	return (
		<section aria-label="Marks beside the text" className="border-line border-t pt-3">
			<p className="mb-1.5 font-medium text-[13px] text-muted">Marks beside the text</p>
			<ul className="flex flex-col gap-1 text-[13px] text-muted">
				{kinds.map((kind) => (
					<li key={kind} className="flex gap-2">
						<span
							aria-hidden="true"
							className="mt-[3px] size-3.5 shrink-0"
							style={{
								backgroundColor: markColors[kind],
								mask: `${markImages[kind]} center / contain no-repeat`,
							}}
						/>
						<span>
							<span className="text-ink">{markTexts[kind]}</span>: {details[kind]}
						</span>
					</li>
				))}
			</ul>
		</section>
	);
}
