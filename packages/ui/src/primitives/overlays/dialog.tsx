import { X } from "lucide-react";
import { Dialog as Primitive } from "radix-ui";
import type { ReactNode } from "react";
import { cn } from "../../cn.ts";
import { IconButton } from "../icon-button.tsx";
import { useReturnFocus } from "./return-focus.ts";

type DialogProps = {
	open: boolean;
	onOpenChange: (open: boolean) => void;
	title: string;
	description?: string;
	children?: ReactNode;
	footer?: ReactNode;
	className?: string;
};

export function Dialog({ open, onOpenChange, title, description, children, footer, className }: DialogProps) {
	const returnFocus = useReturnFocus(open);
	return (
		<Primitive.Root open={open} onOpenChange={onOpenChange}>
			<Primitive.Portal>
				<Primitive.Overlay className="fixed inset-0 z-40 animate-appear bg-[rgb(0_0_0/0.45)]" />
				<Primitive.Content
					{...returnFocus}
					{...(description ? {} : { "aria-describedby": undefined })}
					className={cn(
						"fixed inset-x-4 top-1/2 z-50 mx-auto flex max-h-[85dvh] max-w-md -translate-y-1/2 animate-appear flex-col rounded-card border border-line bg-raised text-ink shadow-float outline-none",
						className,
					)}
				>
					<div className="flex items-start justify-between gap-4 px-5 pt-4">
						<div className="flex flex-col gap-1 pt-1">
							<Primitive.Title className="font-semibold text-base">{title}</Primitive.Title>
							{description ? <Primitive.Description className="text-muted">{description}</Primitive.Description> : null}
						</div>
						<Primitive.Close asChild>
							<IconButton label="Close" size="small" tooltip={false}>
								<X aria-hidden="true" />
							</IconButton>
						</Primitive.Close>
					</div>
					{children ? <div className="overflow-y-auto px-5 pt-4">{children}</div> : null}
					{footer ? <div className="flex justify-end gap-2 p-5">{footer}</div> : <div className="h-4 shrink-0" />}
				</Primitive.Content>
			</Primitive.Portal>
		</Primitive.Root>
	);
}
