import { Tooltip as Primitive } from "radix-ui";
import type { ReactNode } from "react";

export const TooltipProvider = Primitive.Provider;

type TooltipProps = { label: ReactNode; side?: "top" | "right" | "bottom" | "left"; children: ReactNode };

/** Shows a short label beside its only child. Needs a `TooltipProvider` above. */
export function Tooltip({ label, side = "top", children }: TooltipProps) {
	return (
		<Primitive.Root>
			<Primitive.Trigger asChild>{children}</Primitive.Trigger>
			<Primitive.Portal>
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
