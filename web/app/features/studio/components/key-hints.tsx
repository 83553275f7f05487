import { Kbd } from "@timbre/ui/primitives/kbd.tsx";
import type { ReactNode } from "react";

/** The keys of a list. Only where there is a keyboard. */
export function KeyHints({ children }: { children: ReactNode }) {
	return (
		<p className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-1.5 text-[13px] text-muted max-md:hidden">
			{children}
		</p>
	);
}

/** `to`: the keys are the ends of a range. */
export function KeyHint({ keys, to = false, children }: { keys: string[]; to?: boolean; children: ReactNode }) {
	return (
		<span className="flex items-center gap-1">
			{keys.map((key, index) => (
				<span key={key} className="flex items-center gap-1">
					{to && index > 0 ? "to" : null}
					<Kbd>{key}</Kbd>
				</span>
			))}
			<span className="ml-0.5">{children}</span>
		</span>
	);
}
