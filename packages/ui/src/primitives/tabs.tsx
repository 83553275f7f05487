import { Tabs as Primitive } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "../cn.ts";

export const Tabs = Primitive.Root;

export function TabsList({ className, ...rest }: ComponentProps<typeof Primitive.List>) {
	return <Primitive.List className={cn("flex gap-5 border-line border-b", className)} {...rest} />;
}

export function TabsTrigger({ className, ...rest }: ComponentProps<typeof Primitive.Trigger>) {
	return (
		<Primitive.Trigger
			className={cn(
				"-mb-px border-transparent border-b-2 pt-1 pb-2.5 font-medium text-muted text-sm transition-colors hover:text-ink data-[state=active]:border-ink data-[state=active]:text-ink",
				className,
			)}
			{...rest}
		/>
	);
}

export function TabsContent({ className, ...rest }: ComponentProps<typeof Primitive.Content>) {
	return <Primitive.Content className={cn("pt-4", className)} {...rest} />;
}
