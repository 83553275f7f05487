import { cn } from "@timbre/ui/cn.ts";
import { Check } from "lucide-react";
import type { ReactNode } from "react";

type StepProps = {
	number: number;
	title: string;
	description?: string;
	state: "done" | "now" | "later";
	children?: ReactNode;
};

/** One step of a flow. All steps are on one page, so people see what is ahead. */
export function Step({ number, title, description, state, children }: StepProps) {
	return (
		<section aria-label={`Step ${number}: ${title}`} className="relative flex gap-4 pb-8 last:pb-0">
			<span aria-hidden="true" className="absolute top-9 bottom-1 left-[13px] w-px bg-line max-sm:hidden" />
			<span
				aria-hidden="true"
				className={cn(
					"inline-flex size-7 shrink-0 max-sm:absolute max-sm:top-0 max-sm:left-0 items-center justify-center rounded-full border font-medium text-[13px] tabular",
					state === "done" && "border-positive text-positive",
					state === "now" && "border-ink bg-ink text-on-ink",
					state === "later" && "border-line text-muted",
				)}
			>
				{state === "done" ? <Check className="size-4" /> : number}
			</span>
			<div className="min-w-0 flex-1">
				<h2 className="pt-0.5 font-semibold text-[15px] max-sm:min-h-7 max-sm:pl-10">
					{title}
					<span className="sr-only">{state === "done" ? ", done" : ""}</span>
				</h2>
				{description ? <p className="mt-0.5 max-w-xl text-muted">{description}</p> : null}
				{state === "later" ? null : <div className="mt-4">{children}</div>}
			</div>
		</section>
	);
}
