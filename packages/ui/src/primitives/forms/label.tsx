import { Label as Primitive } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "../../cn.ts";

export function Label({ className, ...rest }: ComponentProps<typeof Primitive.Root>) {
	return <Primitive.Root className={cn("font-medium text-[13px] text-ink", className)} {...rest} />;
}
