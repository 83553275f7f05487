import { AlertDialog as Primitive } from "radix-ui";
import { Button } from "./button.tsx";
import { useReturnFocus } from "./return-focus.ts";

type ConfirmDialogProps = {
	open: boolean;
	onOpenChange: (open: boolean) => void;
	title: string;
	description: string;
	/** The verb of what will happen: "Delete", never "OK". */
	action: string;
	busy?: boolean;
	onConfirm: () => void;
};

export function ConfirmDialog(props: ConfirmDialogProps) {
	const returnFocus = useReturnFocus();
	return (
		<Primitive.Root open={props.open} onOpenChange={props.onOpenChange}>
			<Primitive.Portal>
				<Primitive.Overlay className="fixed inset-0 z-40 animate-appear bg-[rgb(0_0_0/0.45)]" />
				<Primitive.Content
					{...returnFocus}
					className="-translate-y-1/2 fixed inset-x-4 top-1/2 z-50 mx-auto max-w-md animate-appear rounded-card border border-line bg-raised p-5 text-ink shadow-float outline-none"
				>
					<Primitive.Title className="font-semibold text-base">{props.title}</Primitive.Title>
					<Primitive.Description className="mt-1.5 text-muted">{props.description}</Primitive.Description>
					<div className="mt-5 flex justify-end gap-2">
						<Primitive.Cancel asChild>
							<Button>Cancel</Button>
						</Primitive.Cancel>
						<Button variant="danger" busy={props.busy} onClick={props.onConfirm}>
							{props.action}
						</Button>
					</div>
				</Primitive.Content>
			</Primitive.Portal>
		</Primitive.Root>
	);
}
