import { Tooltip as Primitive } from "radix-ui";
import { type ReactNode, useState } from "react";

export const TooltipProvider = Primitive.Provider;

type TooltipProps = {
	label: ReactNode;
	side?: "top" | "right" | "bottom" | "left";
	/** Hover delay in milliseconds. */
	delay?: number;
	children: ReactNode;
};

/** Shows a short label next to its child. Requires a `TooltipProvider`. */
export function Tooltip({ label, side = "top", delay = 100, children }: TooltipProps) {
	const [container, setContainer] = useState<HTMLElement | null>(null);
	return (
		<Primitive.Root delayDuration={delay} onOpenChange={(open) => open && setContainer(tooltipContainer())}>
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

/** The container of all tooltips, a landmark of its own because it is at the end of the page, outside the others. */
function tooltipContainer(): HTMLElement {
	const existing = document.getElementById("hints");
	if (existing) return existing;
	const container = document.createElement("div");
	container.id = "hints";
	container.setAttribute("role", "region");
	container.setAttribute("aria-label", "Tooltips");
	document.body.append(container);
	return container;
}
