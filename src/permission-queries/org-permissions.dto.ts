import { invalid } from '../errors/api-error.js';
import { ListOf, Text } from '../http/body/fields.js';
import { HasForms } from '../http/body/forms.decorator.js';
import { ORG_SUBJECTS } from '../permissions/org-subjects.js';
import { actionsOf, formsOfSubjects } from './forms-of-subjects.js';
import { type Question, questionProblems } from './question.js';

@HasForms(...formsOfSubjects(ORG_SUBJECTS))
export class OrgAskedDto {
  @Text({ min: 1, max: 64, example: 'member', offered: Object.keys(ORG_SUBJECTS) })
  subject: string;

  @Text({ min: 1, max: 64, example: 'create', offered: actionsOf(ORG_SUBJECTS) })
  action: string;
}

export class OwnOrgPermissionsDto {
  @ListOf(() => OrgAskedDto, {
    ...{ min: 1, max: 200, example: [{ subject: 'member', action: 'create' }] },
    description: 'What the caller may do',
  })
  questions: OrgAskedDto[];

  /** Throws 422, naming each question that the table of subjects does not know. */
  toQuestions(): Question[] {
    const asked = this.questions.map(({ subject, action }) => ({
      ...{ subject, action },
      attributes: {},
    }));
    const problems = asked.flatMap((each, index) =>
      questionProblems(each, ORG_SUBJECTS).map((problem) => ({
        ...problem,
        path: ['questions', index, ...problem.path],
      })),
    );
    if (problems.length > 0) throw invalid(problems.slice(0, MAX_PROBLEMS));
    return asked;
  }
}

const MAX_PROBLEMS = 100;
