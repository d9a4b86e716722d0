import {
  type BinaryOperationNode,
  type EmptyInListNode,
  OperatorNode,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  replaceWithNoncontingentExpression,
  ValueListNode,
} from 'kysely'

/**
 * PostgreSQL takes no empty list after `in` and `not in`, as SQLite does: nothing is in it. The
 * library's plugin does the same, with another copy of each statement.
 */
export class EmptyListCompiler extends PostgresQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    super.visitBinaryOperation(
      asksEmptyList(node) ? replaceWithNoncontingentExpression(node) : node,
    )
  }
}

function asksEmptyList(node: BinaryOperationNode): node is EmptyInListNode {
  const { operator, rightOperand } = node
  if (!OperatorNode.is(operator) || !['in', 'not in'].includes(operator.operator)) return false
  const isList = PrimitiveValueListNode.is(rightOperand) || ValueListNode.is(rightOperand)
  return isList && rightOperand.values.length === 0
}
