import type { ComponentProps } from "react";
import { cn } from "../../cn.ts";
import { controlStyle } from "./input.tsx";

export function Textarea({ className, ...rest }: ComponentProps<"textarea">) {
	return <textarea className={cn(controlStyle, "min-h-24 resize-y px-3 py-2", className)} {...rest} />;
}
