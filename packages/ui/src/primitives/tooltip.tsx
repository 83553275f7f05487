import { Tooltip as Primitive } from "radix-ui";
import { type ReactNode, useState } from "react";

export const TooltipProvider = Primitive.Provider;

type TooltipProps = {
	label: ReactNode;
	side?: "top" | "right" | "bottom" | "left";
	/** How long the pointer rests before the label shows, in milliseconds. */
	delay?: number;
	children: ReactNode;
};

/** Shows a short label beside its only child. Needs a `TooltipProvider` above. */
export function Tooltip({ label, side = "top", delay = 100, children }: TooltipProps) {
	const [container, setContainer] = useState<HTMLElement | null>(null);
	return (
		<Primitive.Root delayDuration={delay} onOpenChange={(open) => open && setContainer(hints())}>
			<Primitive.Trigger asChild>{children}</Primitive.Trigger>
			<Primitive.Portal container={container}>
				<Primitive.Content
					side={side}
					sideOffset={6}
					collisionPadding={8}
					className="z-50 max-w-64 animate-appear rounded-md bg-ink px-2 py-1 text-on-ink text-xs"
				>
					{label}
				</Primitive.Content>
			</Primitive.Portal>
		</Primitive.Root>
	);
}

/** Labels are drawn at the end of the page, outside of its landmarks; one of their own keeps everything readable inside one. */
function hints(): HTMLElement {
	const known = document.getElementById("hints");
	if (known) return known;
	const made = document.createElement("div");
	made.id = "hints";
	made.setAttribute("role", "region");
	made.setAttribute("aria-label", "Hints");
	document.body.append(made);
	return made;
}
