import { X } from "lucide-react";
import { Dialog as Primitive } from "radix-ui";
import type { ReactNode } from "react";
import { cn } from "../../cn.ts";
import { IconButton } from "../icon-button.tsx";
import { useReturnFocus } from "./return-focus.ts";

type SheetProps = {
	open: boolean;
	onOpenChange: (open: boolean) => void;
	title: string;
	side?: "left" | "right" | "bottom";
	children: ReactNode;
};

const sides = {
	left: "inset-y-0 left-0 w-72 max-w-[85vw] animate-from-left border-r",
	right: "inset-y-0 right-0 w-[30rem] max-w-full animate-from-right border-l",
	bottom: "inset-x-0 bottom-0 max-h-[85dvh] animate-from-bottom rounded-t-card border-t",
};

/** A panel at the edge of the page, such as the sidebar on small screens. */
export function Sheet({ open, onOpenChange, title, side = "bottom", children }: SheetProps) {
	const returnFocus = useReturnFocus(open);
	return (
		<Primitive.Root open={open} onOpenChange={onOpenChange}>
			<Primitive.Portal>
				<Primitive.Overlay className="fixed inset-0 z-40 animate-appear bg-[rgb(0_0_0/0.45)]" />
				<Primitive.Content
					{...returnFocus}
					aria-describedby={undefined}
					className={cn(
						"fixed z-50 flex flex-col border-line bg-surface text-ink shadow-float outline-none",
						sides[side],
					)}
				>
					<div className="flex items-center justify-between gap-4 py-2.5 pr-3 pl-4">
						<Primitive.Title className="font-semibold text-sm">{title}</Primitive.Title>
						<Primitive.Close asChild>
							<IconButton label="Close" size="small" tooltip={false}>
								<X aria-hidden="true" />
							</IconButton>
						</Primitive.Close>
					</div>
					<div className="min-h-0 flex-1 overflow-y-auto">{children}</div>
				</Primitive.Content>
			</Primitive.Portal>
		</Primitive.Root>
	);
}
