import { Check } from "lucide-react";
import { DropdownMenu as Primitive } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "../../cn.ts";

/** Not modal: the page stays accessible, and clicking outside only closes the menu. */
export function DropdownMenu(props: ComponentProps<typeof Primitive.Root>) {
	return <Primitive.Root modal={false} {...props} />;
}

export const DropdownMenuTrigger = Primitive.Trigger;
export const DropdownMenuRadioGroup = Primitive.RadioGroup;

const itemStyle =
	"flex cursor-default select-none items-center gap-2.5 rounded-md px-2.5 py-1.5 text-sm outline-none data-[disabled]:opacity-50 data-[highlighted]:bg-hover [&_svg]:size-4 [&_svg]:text-muted";

export function DropdownMenuContent({ className, ...rest }: ComponentProps<typeof Primitive.Content>) {
	return (
		// No portal: the menu stays in the landmark and theme of its trigger.
		<Primitive.Content
			sideOffset={6}
			collisionPadding={8}
			className={cn(
				"z-50 min-w-48 animate-rise rounded-card border border-line bg-raised p-1 text-ink shadow-float outline-none",
				className,
			)}
			{...rest}
		/>
	);
}

export function DropdownMenuItem({ className, ...rest }: ComponentProps<typeof Primitive.Item>) {
	return <Primitive.Item className={cn(itemStyle, className)} {...rest} />;
}

export function DropdownMenuLabel({ className, ...rest }: ComponentProps<typeof Primitive.Label>) {
	return <Primitive.Label className={cn("px-2.5 py-1.5 text-[13px] text-muted", className)} {...rest} />;
}

export function DropdownMenuSeparator({ className, ...rest }: ComponentProps<typeof Primitive.Separator>) {
	return <Primitive.Separator className={cn("-mx-1 my-1 h-px bg-line", className)} {...rest} />;
}

export function DropdownMenuRadioItem({ className, children, ...rest }: ComponentProps<typeof Primitive.RadioItem>) {
	return (
		<Primitive.RadioItem className={cn(itemStyle, "pr-2", className)} {...rest}>
			{children}
			<Primitive.ItemIndicator className="ml-auto pl-4">
				<Check aria-hidden="true" />
			</Primitive.ItemIndicator>
		</Primitive.RadioItem>
	);
}
