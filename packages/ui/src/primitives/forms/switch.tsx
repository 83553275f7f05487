import { Switch as Primitive } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "../../cn.ts";

export function Switch({ className, ...rest }: ComponentProps<typeof Primitive.Root>) {
	return (
		<Primitive.Root
			className={cn(
				"inline-flex h-5 w-9 shrink-0 items-center rounded-full border border-control bg-sunken px-0.5 transition-colors data-[state=checked]:border-ink data-[state=checked]:bg-ink disabled:opacity-50",
				className,
			)}
			{...rest}
		>
			<Primitive.Thumb className="block size-3.5 rounded-full bg-control transition-transform data-[state=checked]:translate-x-4 data-[state=checked]:bg-on-ink" />
		</Primitive.Root>
	);
}
