import { Popover as Primitive } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "../../cn.ts";

export const Popover = Primitive.Root;
export const PopoverTrigger = Primitive.Trigger;
export const PopoverAnchor = Primitive.Anchor;

export function PopoverContent({ className, ...rest }: ComponentProps<typeof Primitive.Content>) {
	return (
		<Primitive.Portal>
			<Primitive.Content
				sideOffset={6}
				collisionPadding={8}
				className={cn(
					"z-50 w-80 max-w-[calc(100vw-16px)] animate-rise rounded-card border border-line bg-raised p-3 text-ink shadow-float outline-none",
					className,
				)}
				{...rest}
			/>
		</Primitive.Portal>
	);
}
