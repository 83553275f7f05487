import type { ComponentProps } from "react";
import { cn } from "../cn.ts";

export function Card({ className, ...rest }: ComponentProps<"div">) {
	return <div className={cn("rounded-card border border-line bg-raised", className)} {...rest} />;
}
